import { Box, Button, Group, Stack } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { getRaw } from "@/api/parsers";
import { useApi } from "@/data/backend/backend";
import { useVitalBudgets, type VitalBudgets } from "@/data/browser-storage/project-settings";
import { type BoardRow, pathLabel, pathProblem, rowResponse } from "@/features/vitals/model/board-rows";
import { getBudgetState } from "@/features/vitals/model/vital-budgets";
import type { VitalReading, VitalResponse } from "@/features/vitals/model/vital-reading";
import { type CsvOptions, csvChunks } from "@/lib/file/csv";
import type { FileColumn } from "@/lib/file/file-chunk";
import { sanitizeFileName } from "@/lib/file/file-name";
import { jsonChunks } from "@/lib/file/json-file";
import { pluralize } from "@/lib/text/numbers";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { ratingLabel } from "@/lib/web-vitals/vital-thresholds";
import { useSaveFile } from "@/ui/download/use-save-file";
import { CopyButton } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/fields";
import { DialogButtons, DialogFrame } from "@/ui/overlay/frames";
import { SubmitButton } from "@/ui/primitives/link-button";

interface BoardDownloadProps {
  readonly rows: readonly BoardRow[];
  readonly onClose: () => void;
}

type Format = "csv" | "json";

const HINTS: Readonly<Record<Format, string>> = {
  csv: "One row per metric and path, with rating, change, and budget.",
  json: "Raw responses, with parsed values, ratings, and budgets.",
};

export function BoardDownload({ rows, onClose }: BoardDownloadProps) {
  const api = useApi();
  const { client, projectId } = api;
  const { budgets } = useVitalBudgets(api);
  const [format, setFormat] = useState<Format>("csv");
  const saving = useSaveFile();
  const isBusy = saving.rowsDone !== null;
  const { connection } = client;
  const context: BoardContext = {
    projectId,
    server: connection.baseUrl || connection.label,
    link: window.location.href,
    budgets,
    now: new Date(),
  };
  const unloadedCount = rows.filter(({ data }) => data === null).length;

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const file =
      format === "csv" ? createBoardCsv(rows, context, { bom: true }) : createBoardJson(rows, context);
    if (await saving.save(file, rows.length)) onClose();
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
        {unloadedCount > 0 && (
          <Notice tone="info">
            {pluralize(unloadedCount, "path hasn't", "paths haven't")} loaded and will be included without
            values.
          </Notice>
        )}
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

interface BoardContext {
  readonly projectId: string;
  readonly server: string;
  readonly link: string;
  readonly budgets: VitalBudgets;
  readonly now: Date;
}

/** A CSV row: a metric of a path, or a path without metrics. */
interface Line {
  readonly row: BoardRow;
  readonly reading: VitalReading | null;
  readonly response: VitalResponse | null;
}

function toLines(row: BoardRow): readonly Line[] {
  const response = rowResponse(row);
  const readings = response === null || response.readings.length === 0 ? [null] : response.readings;
  return readings.map((reading) => ({ row, reading, response }));
}

/** Returns the error of a path without data, or null. */
function rowFailure(row: BoardRow): string | null {
  if (row.data !== null || row.error === null) return null;
  const { title, detail } = pathProblem(row);
  return `${title}. ${detail}`;
}

function rowState({ row, reading }: Line): string {
  const failure = rowFailure(row);
  if (failure !== null) return `Failed: ${failure}`;
  if (row.data === null) return "Not loaded";
  return reading?.value == null ? "No data" : "Data";
}

function budgetLabel(isOver: boolean | undefined): string | null {
  if (isOver === undefined) return null;
  return isOver ? "yes" : "no";
}

function createCsvColumns({ budgets }: BoardContext): readonly FileColumn<Line>[] {
  const lineBudget = ({ reading }: Line) => reading && getBudgetState(budgets, reading);
  return [
    { header: "path", text: ({ row }) => pathLabel(row.path) },
    { header: "state", text: rowState },
    { header: "metric", text: ({ reading }) => reading?.metric ?? null },
    { header: "percentile", text: ({ reading }) => reading?.percentile ?? null },
    { header: "value", text: ({ reading }) => reading?.value ?? null },
    { header: "unit", text: ({ reading }) => reading?.unit ?? null },
    { header: "rating", text: ({ reading }) => (reading?.rating ? ratingLabel(reading.rating) : null) },
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

function toRowFields(row: BoardRow, budgets: VitalBudgets) {
  const response = rowResponse(row);
  return {
    path: row.path === ALL_PAGES ? null : row.path,
    failure: rowFailure(row),
    is_loaded: row.data !== null,
    computed_at: response?.computedAt ?? null,
    days: response?.period ?? null,
    timezone: response?.timezone ?? null,
    metrics: response?.readings.map((reading) => toReadingFields(reading, budgets)) ?? [],
    notes: response?.notes ?? [],
    // The raw response also contains fields that the app doesn't know.
    served: row.data && (getRaw(row.data) ?? row.data),
  };
}

function boardFileName({ projectId, now }: BoardContext, extension: string): string {
  return sanitizeFileName(`Web vitals of project ${projectId} ${now.toISOString().slice(0, 10)}`, extension);
}

/** Creates a CSV file with a row per metric and path. */
export function createBoardCsv(rows: readonly BoardRow[], context: BoardContext, options: CsvOptions) {
  return {
    name: boardFileName(context, "csv"),
    type: "text/csv;charset=utf-8",
    chunks: csvChunks(rows.flatMap(toLines), createCsvColumns(context), options),
  };
}

export function createBoardJson(rows: readonly BoardRow[], context: BoardContext) {
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
    yield* jsonChunks(rows, (row) => toRowFields(row, budgets));
    yield { text: "}\n", rowsDone: rows.length };
  }
}
