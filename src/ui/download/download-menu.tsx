import { Box, Button, Checkbox, Group, Progress, Stack } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/fields";
import { DialogButtons, DialogFrame } from "@/ui/overlay/frames";
import { SubmitButton } from "@/ui/primitives/link-button";
import { buildFile, type FileChoice, type FileSource, useSaveFile } from "./use-save-file";

export interface DownloadMenuProps<Row> extends FileSource<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly selected: readonly Row[];
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
        <SegmentedField
          label="Rows"
          value={range}
          onChange={setRange}
          disabled={isSaving}
          options={[
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
        <SegmentedField
          label="Format"
          value={choice.format}
          onChange={(format) => change({ format })}
          disabled={isSaving}
          options={[
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
          <SegmentedField
            label="Columns"
            value={choice.fields}
            onChange={(fields) => change({ fields })}
            disabled={isSaving}
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
          <Button onClick={handleClose}>{isSaving ? "Stop" : "Cancel"}</Button>
          <SubmitButton variant="filled" type="submit" loading={isSaving}>
            {`Download ${pluralize(rows.length, "row", "rows")}`}
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </DialogFrame>
  );
}
