import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { Button, Checkbox, Modal } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useEffect, useState } from "react";
import type { FileColumn } from "@/lib/file/file-chunk";
import { formatCount, plural } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { useFocusBack } from "@/ui/hooks/restore-focus";
import { SendingButton } from "@/ui/primitives/button-with-disabled-reason";
import classes from "./download-menu.module.css";
import { chosenFile, type EditableFile, type FileChoice } from "./file-choice";
import { useSaving } from "./use-save-file";

interface DownloadMenuProps<Row> {
  /** For example "Download deliveries". */
  readonly title: string;
  /** The rows that the filter leaves, in their order. */
  readonly shown: readonly Row[];
  readonly selected: readonly Row[];
  /** All that are loaded, where a filter hides some. */
  readonly all?: readonly Row[] | undefined;
  readonly columns: readonly (FileColumn<Row> & { readonly id: string })[];
  /** A row with everything that is known of it. */
  readonly allFields: (row: Row) => Readonly<Record<string, unknown>>;
  /** Without extension; it is cleaned here. */
  readonly fileName: string;
  /** A form that can be edited and given back, with what a person should know of it. */
  readonly editable?: (EditableFile<Row> & { readonly hint: ReactNode }) | undefined;
  readonly onClose: () => void;
}

/** Asks what to download and how, and writes it. Import it lazily; it is open as long as it is rendered. */
export function DownloadMenu<Row>(props: DownloadMenuProps<Row>) {
  const { title, shown, selected, onClose } = props;
  const [choice, setChoice] = useState<FileChoice>({
    rows: selected.length > 0 ? "selected" : "shown",
    format: "csv",
    fields: "shown",
    bom: true,
  });
  const saving = useSaving();
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  const rows = { all: props.all ?? shown, shown, selected }[choice.rows];
  const isRunning = saving.rowsDone !== null;

  function stopOrClose() {
    if (isRunning) saving.stop();
    else onClose();
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isRunning) return;
    const isSaved = await saving.save(chosenFile(rows, choice, props), rows.length);
    if (isSaved) onClose();
  }

  return (
    <Modal
      opened
      onClose={stopOrClose}
      returnFocus={false}
      closeOnClickOutside={!isRunning}
      title={title}
      size={460}
      withCloseButton={false}
      classNames={{
        content: classes.content ?? "",
        header: classes.header ?? "",
        title: classes.title ?? "",
      }}
    >
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <Choices
          choice={choice}
          onChange={(part) => setChoice((before) => ({ ...before, ...part }))}
          shown={shown.length}
          selected={selected.length}
          all={props.all?.length}
          editable={props.editable}
          disabled={isRunning}
        />
        {saving.rowsDone !== null && (
          <div className={classes.progress}>
            <progress aria-label="Writing the file" value={saving.rowsDone} max={Math.max(rows.length, 1)} />
            <span>{`${formatCount(saving.rowsDone)} of ${formatCount(rows.length)}`}</span>
          </div>
        )}
        {saving.failure !== null && (
          <Notice tone="danger" title="The file could not be written">
            {saving.failure}
          </Notice>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={stopOrClose}>
            {isRunning ? "Stop" : "Cancel"}
          </Button>
          <SendingButton type="submit" loading={isRunning}>
            {`Download ${plural(rows.length, "row", "rows")}`}
          </SendingButton>
        </div>
      </form>
    </Modal>
  );
}

interface ChoicesProps {
  readonly choice: FileChoice;
  readonly onChange: (part: Partial<FileChoice>) => void;
  readonly shown: number;
  readonly selected: number;
  readonly all: number | undefined;
  readonly editable: { readonly label: string; readonly hint: ReactNode } | undefined;
  readonly disabled: boolean;
}

function Choices(props: ChoicesProps) {
  const { choice, onChange, shown, selected, all, editable, disabled } = props;
  return (
    <>
      <SegmentedField
        label="Rows"
        value={choice.rows}
        onChange={(rows) => onChange({ rows })}
        disabled={disabled}
        options={[
          ...(all === undefined ? [] : [{ value: "all" as const, label: `All ${formatCount(all)}` }]),
          { value: "shown", label: `The ${formatCount(shown)} shown` },
          { value: "selected", label: `The ${formatCount(selected)} selected`, disabled: selected === 0 },
        ]}
      />
      <SegmentedField
        label="Format"
        value={choice.format}
        onChange={(format) => onChange({ format })}
        disabled={disabled}
        options={[
          { value: "csv", label: "CSV" },
          { value: "json", label: "JSON" },
          ...(editable ? [{ value: "edit" as const, label: editable.label }] : []),
        ]}
      />
      {choice.format === "edit" && <div className={classes.hint}>{editable?.hint}</div>}
      {choice.format !== "edit" && (
        <SegmentedField
          label="Columns"
          value={choice.fields}
          onChange={(fields) => onChange({ fields })}
          disabled={disabled}
          options={[
            { value: "shown", label: "As shown" },
            { value: "all", label: "All fields" },
          ]}
        />
      )}
      {choice.format === "csv" && (
        <Checkbox
          label="Byte order mark (for Excel)"
          description="Without it Excel misreads letters such as ü."
          checked={choice.bom}
          disabled={disabled}
          onChange={(event) => onChange({ bom: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
