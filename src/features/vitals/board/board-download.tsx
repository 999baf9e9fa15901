import { Box, Button, Group, Stack } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import type { VitalBudgets } from "@/data/browser-storage/project-settings";
import { useApi } from "@/data/client/api-context";
import { type BoardRow, pathProblem } from "@/features/vitals/model/board-rows";
import { pluralize } from "@/lib/text/numbers";
import { useSaveFile } from "@/ui/download/use-save-file";
import { CopyButton } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DialogButtons, DialogFrame } from "@/ui/overlay/dialog-frame";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import { type BoardContext, type BoardEntry, createBoardCsv, createBoardJson } from "./board-file";
import { unloadedPathsMessage } from "./board-messages";

interface BoardDownloadProps {
  readonly rows: readonly BoardRow[];
  readonly budgets: VitalBudgets;
  readonly now: Date;
  readonly onClose: () => void;
}

type Format = "csv" | "json";

const HINTS: Readonly<Record<Format, string>> = {
  csv: "One row per metric and path, with rating, change, and budget.",
  json: "Raw responses, with parsed values, ratings, and budgets.",
};

export function BoardDownload({ rows, budgets, now, onClose }: BoardDownloadProps) {
  const { client, projectId } = useApi();
  const [format, setFormat] = useState<Format>("csv");
  const saving = useSaveFile();
  const isBusy = saving.rowsDone !== null;
  const { connection } = client;
  const context: BoardContext = {
    projectId,
    server: connection.baseUrl || connection.label,
    link: window.location.href,
    budgets,
    now,
  };
  const unloadedCount = rows.filter(({ data }) => data === null).length;

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const entries = rows.map(toBoardEntry);
    const file =
      format === "csv" ? createBoardCsv(entries, context, { bom: true }) : createBoardJson(entries, context);
    if (await saving.save(file, entries.length)) onClose();
  }

  return (
    <DialogFrame onClose={onClose} title="Download board" size={480}>
      <Stack component="form" onSubmit={(event) => void handleSubmit(event)}>
        <SegmentedField
          label="Format"
          value={format}
          onChange={setFormat}
          options={[
            { value: "csv", label: "CSV" },
            { value: "json", label: "JSON" },
          ]}
          description={HINTS[format]}
        />
        {unloadedCount > 0 && <Notice tone="info">{unloadedPathsMessage(unloadedCount)}</Notice>}
        <Group gap="xs" wrap="nowrap" c="dimmed" fz="sm">
          <Box component="span" flex={1}>
            Anyone with access to this project can open this board with the link.
          </Box>
          <CopyButton value={context.link} label="Copy link to board" />
        </Group>
        {saving.errorMessage !== null && (
          <Notice tone="danger" title="Couldn't create the file">
            {saving.errorMessage}
          </Notice>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton type="submit" loading={isBusy}>
            {`Download ${pluralize(rows.length, "path", "paths")}`}
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </DialogFrame>
  );
}

function toBoardEntry(row: BoardRow): BoardEntry {
  const { path, data, error } = row;
  if (data !== null || error === null) return { path, response: data, failure: null };
  const { title, detail } = pathProblem(row);
  return { path, response: null, failure: `${title}. ${detail}` };
}
