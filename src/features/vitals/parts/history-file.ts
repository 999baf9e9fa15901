import type { Observation } from "@/data/web-vitals/vitals-history";
import { type CsvOptions, csvChunks } from "@/lib/file/csv";
import { sanitizeFileName } from "@/lib/file/file-name";
import { createRowMapper, jsonChunks } from "@/lib/file/json-file";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { getVitalThreshold } from "@/lib/web-vitals/vital-thresholds";

export interface HistoryContext {
  readonly projectId: string;
  readonly server: string;
  readonly now: Date;
}

function createHistoryColumns({ server, projectId }: HistoryContext) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const text = <Name extends string>(header: Name, of: (each: Observation) => string | number | null) => ({
    header,
    text: of,
  });
  return [
    text("server", () => server),
    text("project_id", () => projectId),
    text("path", ({ path }) => (path === ALL_PAGES ? "All pages" : path)),
    text("metric", ({ metric }) => metric),
    text("percentile", ({ percentile }) => percentile),
    text("value", ({ value }) => value),
    text("unit", ({ metric }) => getVitalThreshold(metric)?.unit ?? null),
    text("observed_at", ({ at }) => iso(at)),
    text("period_start", ({ start }) => iso(start)?.slice(0, 10) ?? null),
  ];
}

/** Creates a file with a row per stored value. */
export function createHistoryFile(
  format: "csv" | "json",
  observed: readonly Observation[],
  context: HistoryContext,
  options: CsvOptions = { bom: true },
) {
  const columns = createHistoryColumns(context);
  const { projectId, now } = context;
  const name = `Web vitals history of project ${projectId} ${now.toISOString().slice(0, 10)}`;
  return format === "csv"
    ? {
        name: sanitizeFileName(name, "csv"),
        type: "text/csv;charset=utf-8",
        chunks: csvChunks(observed, columns, options),
      }
    : {
        name: sanitizeFileName(name, "json"),
        type: "application/json",
        chunks: jsonChunks(observed, createRowMapper(columns)),
      };
}
