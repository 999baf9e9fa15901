import { Box, Button, Checkbox, Group, Progress, Stack } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useState } from "react";
import type { FileColumn } from "@/lib/file/file-chunk";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DialogButtons, DialogFrame } from "@/ui/overlay/dialog-frame";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import { buildFile, type EditableFile, type FileChoice } from "./file-choice";
import { useSaveFile } from "./use-save-file";

interface DownloadMenuProps<Row> {
  readonly title: string;
  /** Rows that match the filter, in list order. */
  readonly filteredRows: readonly Row[];
  readonly selectedRows: readonly Row[];
  /** All loaded rows. Undefined when the filter hides none of them. */
  readonly allRows?: readonly Row[] | undefined;
  readonly columns: readonly (FileColumn<Row> & { readonly id: string })[];
  readonly getAllFields: (row: Row) => Readonly<Record<string, unknown>>;
  /** Name without an extension. `buildFile` sanitizes the name. */
  readonly fileName: string;
  readonly editable?: (EditableFile<Row> & { readonly hint: ReactNode }) | undefined;
  readonly onClose: () => void;
}

/** Shows the download dialog, which is open while mounted. Import this component lazily. */
export function DownloadMenu<Row>(props: DownloadMenuProps<Row>) {
  const { title, filteredRows, selectedRows, onClose } = props;
  const [choice, setChoice] = useState<FileChoice>({
    rows: selectedRows.length > 0 ? "selected" : "shown",
    format: "csv",
    fields: "shown",
    bom: true,
  });
  const saving = useSaveFile();
  const rows = { all: props.allRows ?? filteredRows, shown: filteredRows, selected: selectedRows }[
    choice.rows
  ];
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
        <FileChoiceFields
          choice={choice}
          onChange={(changes) => setChoice((before) => ({ ...before, ...changes }))}
          filteredCount={filteredRows.length}
          selectedCount={selectedRows.length}
          allCount={props.allRows?.length}
          editable={props.editable}
          disabled={isSaving}
        />
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

interface FileChoiceFieldsProps {
  readonly choice: FileChoice;
  readonly onChange: (part: Partial<FileChoice>) => void;
  readonly filteredCount: number;
  readonly selectedCount: number;
  readonly allCount: number | undefined;
  readonly editable: { readonly label: string; readonly hint: ReactNode } | undefined;
  readonly disabled: boolean;
}

function FileChoiceFields(props: FileChoiceFieldsProps) {
  const { choice, onChange, filteredCount, selectedCount, allCount, editable, disabled } = props;
  return (
    <>
      <SegmentedField
        label="Rows"
        value={choice.rows}
        onChange={(rows) => onChange({ rows })}
        disabled={disabled}
        options={[
          ...(allCount === undefined
            ? []
            : [{ value: "all" as const, label: `All ${formatCount(allCount)}` }]),
          { value: "shown", label: `${formatCount(filteredCount)} shown` },
          {
            value: "selected",
            label: `${formatCount(selectedCount)} selected`,
            disabled: selectedCount === 0,
          },
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
      {choice.format === "edit" && (
        <Box c="dimmed" fz="sm">
          {editable?.hint}
        </Box>
      )}
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
          description="Lets Excel read letters such as ü."
          checked={choice.bom}
          disabled={disabled}
          onChange={(event) => onChange({ bom: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
