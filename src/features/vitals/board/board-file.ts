import { rawOf } from "@/contract/parsers";
import type { WebVitals } from "@/contract/web-vitals";
import type { VitalBudgets } from "@/data/browser-storage/vital-budgets";
import { nameOfPath } from "@/features/vitals/model/board-rows";
import { budgetStateOf } from "@/features/vitals/model/vital-budgets";
import { readVitals, type VitalReading } from "@/features/vitals/model/vital-reading";
import { type CsvOptions, csvChunks } from "@/lib/file/csv";
import type { FileColumn } from "@/lib/file/file-chunk";
import { cleanFileName } from "@/lib/file/file-name";
import { jsonChunks } from "@/lib/file/json-file";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { RATING_WORDS } from "@/lib/web-vitals/vital-thresholds";

/** A path of the board as it is now: with its answer, or why there is none. */
export interface BoardEntry {
  readonly path: string;
  /** Null while it loads, and where it failed. */
  readonly answer: WebVitals | null;
  /** What it failed with, as a sentence; null where it did not. */
  readonly failure: string | null;
}

/** What a file says of the board as a whole. */
export interface BoardContext {
  readonly projectId: string;
  /** Address of the server. */
  readonly server: string;
  /** Address that shows the same board. */
  readonly link: string;
  readonly budgets: VitalBudgets;
  readonly now: Date;
}

/** One line of the CSV file: a metric of a path, or a path that has none. */
interface Line {
  readonly entry: BoardEntry;
  readonly reading: VitalReading | null;
  readonly answer: ReturnType<typeof readVitals> | null;
}

function linesOf(entry: BoardEntry): readonly Line[] {
  if (entry.answer === null) return [{ entry, reading: null, answer: null }];
  const answer = readVitals(entry.answer);
  const lines = answer.readings.map((reading) => ({ entry, reading, answer }));
  return lines.length > 0 ? lines : [{ entry, reading: null, answer }];
}

function stateOf({ entry, reading }: Line): string {
  if (entry.failure !== null) return `Failed: ${entry.failure}`;
  if (entry.answer === null) return "Not loaded";
  return reading?.value === null || reading === null ? "No data" : "Data";
}

function budgetWords(isOver: boolean | undefined): string | null {
  if (isOver === undefined) return null;
  return isOver ? "yes" : "no";
}

function columnsOf({ budgets }: BoardContext): readonly FileColumn<Line>[] {
  const budgetOf = ({ reading }: Line) => reading && budgetStateOf(budgets, reading);
  return [
    { header: "path", text: ({ entry }) => nameOfPath(entry.path) },
    { header: "state", text: stateOf },
    { header: "metric", text: ({ reading }) => reading?.metric ?? null },
    { header: "percentile", text: ({ reading }) => reading?.percentile ?? null },
    { header: "value", text: ({ reading }) => reading?.value ?? null },
    { header: "unit", text: ({ reading }) => reading?.unit ?? null },
    { header: "rating", text: ({ reading }) => (reading?.rating ? RATING_WORDS[reading.rating] : null) },
    { header: "change", text: ({ reading }) => reading?.change?.words ?? null },
    { header: "budget", text: (line) => budgetOf(line)?.budget ?? null },
    { header: "over_budget", text: (line) => budgetWords(budgetOf(line)?.isOver) },
    { header: "period", text: ({ reading }) => reading?.current?.period ?? null },
    { header: "days", text: ({ answer }) => answer?.period ?? null },
    { header: "computed_at", text: ({ answer }) => answer?.computedAt ?? null },
    {
      header: "notes",
      text: ({ reading, answer }) => [...(reading?.notes ?? []), ...(answer?.notes ?? [])].join(" "),
    },
  ];
}

function readingFields(reading: VitalReading, budgets: VitalBudgets) {
  const budget = budgetStateOf(budgets, reading);
  return {
    metric: reading.metric,
    percentile: reading.percentile,
    value: reading.value,
    unit: reading.unit,
    rating: reading.rating,
    change: reading.change?.words ?? null,
    budget: budget?.budget ?? null,
    over_budget: budget?.isOver ?? null,
    period: reading.current?.period ?? null,
    series: reading.points.map(({ at, value, served }) => ({
      start: at === null ? null : new Date(at).toISOString(),
      value,
      served,
    })),
    notes: reading.notes,
  };
}

function entryFields(entry: BoardEntry, budgets: VitalBudgets) {
  const answer = entry.answer && readVitals(entry.answer);
  return {
    path: entry.path === ALL_PAGES ? null : entry.path,
    failure: entry.failure,
    is_loaded: entry.answer !== null,
    computed_at: answer?.computedAt ?? null,
    days: answer?.period ?? null,
    timezone: answer?.timezone ?? null,
    metrics: answer?.readings.map((reading) => readingFields(reading, budgets)) ?? [],
    notes: answer?.notes ?? [],
    // The answer itself: whatever this reading does not know is in it.
    served: entry.answer === null ? null : (rawOf(entry.answer) ?? entry.answer),
  };
}

function nameOf({ projectId, now }: BoardContext, extension: string): string {
  return cleanFileName(`Web vitals of project ${projectId} ${now.toISOString().slice(0, 10)}`, extension);
}

/** The board as a CSV file: a line for each metric of each path, as the reading has it. */
export function boardCsv(entries: readonly BoardEntry[], context: BoardContext, options: CsvOptions) {
  return {
    name: nameOf(context, "csv"),
    type: "text/csv;charset=utf-8",
    chunks: csvChunks(entries.flatMap(linesOf), columnsOf(context), options),
  };
}

/** The board as a JSON file: what it is of, the reading of each path, and the answers as they came. */
export function boardJson(entries: readonly BoardEntry[], context: BoardContext) {
  const { server, projectId, link, budgets, now } = context;
  const head = {
    server,
    project_id: projectId,
    link,
    written_at: now.toISOString(),
    budgets: Object.fromEntries(budgets),
  };
  return { name: nameOf(context, "json"), type: "application/json", chunks: wrapped() };

  function* wrapped() {
    yield { text: `${JSON.stringify(head).slice(0, -1)},"paths":`, rowsDone: 0 };
    yield* jsonChunks(entries, (entry) => entryFields(entry, budgets));
    yield { text: "}\n", rowsDone: entries.length };
  }
}

/** The name of the board's picture. */
export function pictureName(context: BoardContext): string {
  return nameOf(context, "png");
}
