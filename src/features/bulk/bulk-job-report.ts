import type { BulkRun } from "@/data/bulk/bulk-job-types";
import { writerOf } from "@/data/bulk/change-executors";
import { isSent } from "@/data/changes/planned-change";
import { chosenFile, type UnwrittenFile } from "@/ui/download/file-choice";
import { statusWords } from "./bulk-job-labels";

/** One record of a report: what was to be sent, and what became of it. */
interface ReportRow {
  readonly run: BulkRun;
  readonly place: number;
}

function bodyOf({ run, place }: ReportRow): object {
  const write = run.writes[place];
  return write !== undefined && "body" in write ? write.body : {};
}

function before({ run, place }: ReportRow): object {
  const write = run.writes[place];
  if (write?.kind === "remove") return { level: write.before.level };
  if (write?.kind !== "change") return {};
  return Object.fromEntries(Object.keys(write.body).map((field) => [field, write.before[field] ?? null]));
}

/** Of a member the UUID of the person. */
function idOf({ run, place }: ReportRow): number | string | null {
  const write = run.writes[place];
  return write !== undefined && isSent(write) ? writerOf(write).recordId : null;
}

const nameOf = ({ run, place }: ReportRow) => run.writes[place]?.name ?? "";
const outcomeOf = ({ run, place }: ReportRow) => run.statusAt(place);
const reasonOf = ({ run, place }: ReportRow) => run.reasonAt(place);

const columns = [
  { header: "id", text: idOf },
  { header: "name", text: nameOf },
  { header: "outcome", text: (row: ReportRow) => statusWords(outcomeOf(row)).label },
  { header: "reason", text: reasonOf },
  { header: "before", text: (row: ReportRow) => JSON.stringify(before(row)) },
  { header: "after", text: (row: ReportRow) => JSON.stringify(bodyOf(row)) },
];

/** The outcome of every record of a run as a file. */
export function reportFile(run: BulkRun, format: "csv" | "json"): UnwrittenFile {
  const rows = run.writes.map((_, place): ReportRow => ({ run, place }));
  const allFields = (row: ReportRow) => ({
    id: idOf(row),
    name: nameOf(row),
    outcome: outcomeOf(row),
    reason: reasonOf(row),
    before: before(row),
    after: bodyOf(row),
  });
  const fileName = `${run.label} ${new Date(run.startedAt).toISOString().slice(0, 10)}`;
  return chosenFile(
    rows,
    { format, fields: format === "csv" ? "shown" : "all", bom: true },
    { columns, allFields, fileName },
  );
}
