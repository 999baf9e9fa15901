import type { BulkJob } from "@/data/bulk/bulk-job-types";
import { getChangeExecutor } from "@/data/bulk/change-executors";
import { isSendable } from "@/data/changes/planned-change";
import { buildFile, type PendingFile } from "@/ui/download/file-choice";
import { itemStatusLabel } from "./bulk-job-labels";

interface ReportRow {
  readonly job: BulkJob;
  readonly index: number;
}

function requestBody({ job, index }: ReportRow): object {
  const change = job.changes[index];
  return change !== undefined && "body" in change ? change.body : {};
}

function valuesBefore({ job, index }: ReportRow): object {
  const change = job.changes[index];
  if (change?.kind === "remove") return { level: change.before.level };
  if (change?.kind !== "change") return {};
  return Object.fromEntries(Object.keys(change.body).map((field) => [field, change.before[field] ?? null]));
}

/**
 * Returns the subscription ID or the member's UUID. Null for a new subscription, and for a change
 * that isn't sent.
 */
function recordIdOf({ job, index }: ReportRow): number | string | null {
  const change = job.changes[index];
  return change !== undefined && isSendable(change) ? getChangeExecutor(change).recordId : null;
}

const recordNameOf = ({ job, index }: ReportRow) => job.changes[index]?.name ?? "";
const statusOf = ({ job, index }: ReportRow) => job.statusAt(index);
const reasonFor = ({ job, index }: ReportRow) => job.reasonAt(index);

const REPORT_COLUMNS = [
  { header: "id", text: recordIdOf },
  { header: "name", text: recordNameOf },
  { header: "outcome", text: (row: ReportRow) => itemStatusLabel(statusOf(row)).label },
  { header: "reason", text: reasonFor },
  { header: "before", text: (row: ReportRow) => JSON.stringify(valuesBefore(row)) },
  { header: "after", text: (row: ReportRow) => JSON.stringify(requestBody(row)) },
];

export function createBulkJobReport(job: BulkJob, format: "csv" | "json"): PendingFile {
  const rows = job.changes.map((_, index): ReportRow => ({ job, index }));
  const toReportFields = (row: ReportRow) => ({
    id: recordIdOf(row),
    name: recordNameOf(row),
    outcome: statusOf(row),
    reason: reasonFor(row),
    before: valuesBefore(row),
    after: requestBody(row),
  });
  const fileName = `${job.label} ${new Date(job.startedAt).toISOString().slice(0, 10)}`;
  return buildFile(
    rows,
    { format, fields: format === "csv" ? "shown" : "all", bom: true },
    { columns: REPORT_COLUMNS, getAllFields: toReportFields, fileName },
  );
}
