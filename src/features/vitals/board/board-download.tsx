import { Box, Button, Group, Stack } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { getRaw } from "@/api/parsers";
import type { WebVitals } from "@/api/web-vitals";
import { useApi } from "@/data/backend/backend";
import type { VitalBudgets } from "@/data/browser-storage/project-settings";
import { type BoardRow, pathLabel, pathProblem } from "@/features/vitals/model/board-rows";
import { getBudgetState } from "@/features/vitals/model/vital-budgets";
import { parseVitals, type VitalReading } from "@/features/vitals/model/vital-reading";
import { type CsvOptions, csvChunks } from "@/lib/file/csv";
import type { FileColumn } from "@/lib/file/file-chunk";
import { sanitizeFileName } from "@/lib/file/file-name";
import { jsonChunks } from "@/lib/file/json-file";
import { pluralize } from "@/lib/text/numbers";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { RATING_LABELS } from "@/lib/web-vitals/vital-thresholds";
import { useSaveFile } from "@/ui/download/use-save-file";
import { CopyButton } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/fields";
import { DialogButtons, DialogFrame } from "@/ui/overlay/frames";
import { SubmitButton } from "@/ui/primitives/link-button";
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
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton variant="filled" type="submit" loading={isBusy}>
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

export interface BoardEntry {
  readonly path: string;
  /** Null while loading and after a failure. */
  readonly response: WebVitals | null;
  readonly failure: string | null;
}

interface BoardContext {
  readonly projectId: string;
  readonly server: string;
  readonly link: string;
  readonly budgets: VitalBudgets;
  readonly now: Date;
}

/** A CSV row: a metric of a path, or a path without metrics. */
interface Line {
  readonly entry: BoardEntry;
  readonly reading: VitalReading | null;
  readonly response: ReturnType<typeof parseVitals> | null;
}

function toLines(entry: BoardEntry): readonly Line[] {
  if (entry.response === null) return [{ entry, reading: null, response: null }];
  const response = parseVitals(entry.response);
  const lines = response.readings.map((reading) => ({ entry, reading, response }));
  return lines.length > 0 ? lines : [{ entry, reading: null, response }];
}

function entryState({ entry, reading }: Line): string {
  if (entry.failure !== null) return `Failed: ${entry.failure}`;
  if (entry.response === null) return "Not loaded";
  return reading?.value === null || reading === null ? "No data" : "Data";
}

function budgetLabel(isOver: boolean | undefined): string | null {
  if (isOver === undefined) return null;
  return isOver ? "yes" : "no";
}

function createCsvColumns({ budgets }: BoardContext): readonly FileColumn<Line>[] {
  const lineBudget = ({ reading }: Line) => reading && getBudgetState(budgets, reading);
  return [
    { header: "path", text: ({ entry }) => pathLabel(entry.path) },
    { header: "state", text: entryState },
    { header: "metric", text: ({ reading }) => reading?.metric ?? null },
    { header: "percentile", text: ({ reading }) => reading?.percentile ?? null },
    { header: "value", text: ({ reading }) => reading?.value ?? null },
    { header: "unit", text: ({ reading }) => reading?.unit ?? null },
    { header: "rating", text: ({ reading }) => (reading?.rating ? RATING_LABELS[reading.rating] : null) },
    { header: "change", text: ({ reading }) => reading?.change?.text ?? null },
    { header: "budget", text: (line) => lineBudget(line)?.budget ?? null },
    { header: "over_budget", text: (line) => budgetLabel(lineBudget(line)?.isOver) },
    { header: "period", text: ({ reading }) => reading?.current?.period ?? null },
    { header: "days", text: ({ response }) => response?.period ?? null },
    { header: "computed_at", text: ({ response }) => response?.computedAt ?? null },
    {
      header: "notes",
      text: ({ reading, response }) => [...(reading?.notes ?? []), ...(response?.notes ?? [])].join(" "),
    },
  ];
}

function toReadingFields(reading: VitalReading, budgets: VitalBudgets) {
  const budget = getBudgetState(budgets, reading);
  return {
    metric: reading.metric,
    percentile: reading.percentile,
    value: reading.value,
    unit: reading.unit,
    rating: reading.rating,
    change: reading.change?.text ?? null,
    budget: budget?.budget ?? null,
    over_budget: budget?.isOver ?? null,
    period: reading.current?.period ?? null,
    series: reading.points.map(({ at, value, servedValue: served }) => ({
      start: at === null ? null : new Date(at).toISOString(),
      value,
      served,
    })),
    notes: reading.notes,
  };
}

function toEntryFields(entry: BoardEntry, budgets: VitalBudgets) {
  const response = entry.response && parseVitals(entry.response);
  return {
    path: entry.path === ALL_PAGES ? null : entry.path,
    failure: entry.failure,
    is_loaded: entry.response !== null,
    computed_at: response?.computedAt ?? null,
    days: response?.period ?? null,
    timezone: response?.timezone ?? null,
    metrics: response?.readings.map((reading) => toReadingFields(reading, budgets)) ?? [],
    notes: response?.notes ?? [],
    // The raw response also contains fields that the app doesn't know.
    served: entry.response === null ? null : (getRaw(entry.response) ?? entry.response),
  };
}

function boardFileName({ projectId, now }: BoardContext, extension: string): string {
  return sanitizeFileName(`Web vitals of project ${projectId} ${now.toISOString().slice(0, 10)}`, extension);
}

/** Creates a CSV file with a row per metric and path. */
export function createBoardCsv(entries: readonly BoardEntry[], context: BoardContext, options: CsvOptions) {
  return {
    name: boardFileName(context, "csv"),
    type: "text/csv;charset=utf-8",
    chunks: csvChunks(entries.flatMap(toLines), createCsvColumns(context), options),
  };
}

export function createBoardJson(entries: readonly BoardEntry[], context: BoardContext) {
  const { server, projectId, link, budgets, now } = context;
  const head = {
    server,
    project_id: projectId,
    link,
    written_at: now.toISOString(),
    budgets: Object.fromEntries(budgets),
  };
  return { name: boardFileName(context, "json"), type: "application/json", chunks: wrapped() };

  function* wrapped() {
    yield { text: `${JSON.stringify(head).slice(0, -1)},"paths":`, rowsDone: 0 };
    yield* jsonChunks(entries, (entry) => toEntryFields(entry, budgets));
    yield { text: "}\n", rowsDone: entries.length };
  }
}
