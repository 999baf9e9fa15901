import { Box, Button, Checkbox, Group, Input, Progress, SegmentedControl, Stack } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { DialogButtons, DialogFrame } from "@/ui/overlay/dialog-frame";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import { buildFile, type FileChoice, type FileSource } from "./file-choice";
import { useSaveFile } from "./use-save-file";

interface DownloadMenuProps<Row> extends FileSource<Row> {
  readonly title: string;
  /** Rows that match the filter, in list order. */
  readonly rows: readonly Row[];
  readonly selected: readonly Row[];
  /** All loaded rows. */
  readonly records: readonly Row[];
  readonly editable?: NonNullable<FileSource<Row>["editable"]> & {
    readonly label: string;
    readonly hint: ReactNode;
  };
  readonly onClose: () => void;
}

/** Shows the download dialog, which is open while mounted. Import this component lazily. */
export function DownloadMenu<Row>(props: DownloadMenuProps<Row>) {
  const { title, rows: shown, selected, records: all, editable, onClose } = props;
  const [range, setRange] = useState<"all" | "shown" | "selected">(
    selected.length > 0 ? "selected" : "shown",
  );
  const [choice, setChoice] = useState<FileChoice>({ format: "csv", fields: "shown", bom: true });
  const change = (changes: Partial<FileChoice>) => setChoice((before) => ({ ...before, ...changes }));
  const saving = useSaveFile();
  const rows = { all, shown, selected }[range];
  const isSaving = saving.rowsDone !== null;

  function handleClose() {
    if (isSaving) saving.stop();
    else onClose();
  }

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (isSaving) return;
    const isSaved = await saving.save(buildFile(rows, choice, props), rows.length);
    if (isSaved) onClose();
  }

  return (
    <DialogFrame onClose={handleClose} closeOnClickOutside={!isSaving} title={title} size={460}>
      <Stack component="form" gap={16} mt={12} onSubmit={(event: SubmitEvent) => void handleSubmit(event)}>
        <Choice
          label="Rows"
          value={range}
          onChange={setRange}
          disabled={isSaving}
          data={[
            ...(shown.length < all.length
              ? [{ value: "all" as const, label: `All ${formatCount(all.length)}` }]
              : []),
            { value: "shown", label: `${formatCount(shown.length)} shown` },
            {
              value: "selected",
              label: `${formatCount(selected.length)} selected`,
              disabled: selected.length === 0,
            },
          ]}
        />
        <Choice
          label="Format"
          value={choice.format}
          onChange={(format) => change({ format })}
          disabled={isSaving}
          data={[
            { value: "csv", label: "CSV" },
            { value: "json", label: "JSON" },
            ...(editable ? [{ value: "edit" as const, label: editable.label }] : []),
          ]}
        />
        {choice.format === "edit" ? (
          <Box c="dimmed" fz="sm">
            {editable?.hint}
          </Box>
        ) : (
          <Choice
            label="Columns"
            value={choice.fields}
            onChange={(fields) => change({ fields })}
            disabled={isSaving}
            data={[
              { value: "shown", label: "As shown" },
              { value: "all", label: "All fields" },
            ]}
          />
        )}
        {choice.format === "csv" && (
          <Checkbox
            label="Byte order mark (for Excel)"
            description="Lets Excel read letters such as ü."
            checked={choice.bom}
            disabled={isSaving}
            onChange={(event) => change({ bom: event.currentTarget.checked })}
          />
        )}
        {saving.rowsDone !== null && (
          <Group gap={12} wrap="nowrap" c="dimmed" fz="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
            <Progress
              aria-label="Writing file"
              value={(100 * saving.rowsDone) / Math.max(rows.length, 1)}
              flex={1}
              size={6}
            />
            <span>{`${formatCount(saving.rowsDone)} of ${formatCount(rows.length)}`}</span>
          </Group>
        )}
        {saving.errorMessage !== null && (
          <Notice tone="danger" title="Couldn't save the file">
            {saving.errorMessage}
          </Notice>
        )}
        <DialogButtons mt={4}>
          <Button variant="default" onClick={handleClose}>
            {isSaving ? "Stop" : "Cancel"}
          </Button>
          <SubmitButton type="submit" loading={isSaving}>
            {`Download ${pluralize(rows.length, "row", "rows")}`}
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </DialogFrame>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly data: { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  readonly disabled: boolean;
}

function Choice<Value extends string>({ label, ...control }: ChoiceProps<Value>) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <SegmentedControl aria-label={label} {...control} />
    </Input.Wrapper>
  );
}
