import { describeError } from "@/api/describe-error";
import type { Api, Backend } from "@/data/backend/backend";
import { readJournal } from "@/data/journal/journal-store";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { addCreatedExport } from "./export-polling";
import { type ExportRequest, findExportRequest, updateRequest } from "./export-request-store";
import { exportQueries, prependExport } from "./exports";

/** Checks whether a request with an unknown outcome created an export. Never rejects. */
export async function reconcileExportRequest(backend: Backend, id: string): Promise<void> {
  const { store, request, job } = findExportRequest(backend, id);
  if (request?.state !== "unknown" || job === undefined) return;
  const patch = await findOutcome(request.api, job.entryId).catch(
    (error: unknown): Partial<ExportRequest> => ({ problem: describeError(error) }),
  );
  const current = findExportRequest(backend, id);
  // The response may have arrived during the check, or the request may have been retried.
  if (current.request?.state !== "unknown" || current.job?.entryId !== job.entryId) return;
  updateRequest(store, id, patch);
  if (!patch.record) return;
  prependExport(request.api, patch.record);
  addCreatedExport(request.api, patch.record);
}

async function findOutcome(api: Api, entryId: string): Promise<Partial<ExportRequest>> {
  const entry = (await readJournal(api)).find((each) => each.id === entryId);
  const checked = entry && (await checkJournalEntry(api, entry));
  const detail = checked?.reason ?? "The change was deleted from Activity. Check the list of exports.";
  if (checked?.outcome === "done" && typeof checked.recordId === "number") {
    const record = await api.queryClient.fetchQuery(exportQueries.detail(api, checked.recordId));
    return { state: "made", record, problem: null };
  }
  if (checked?.outcome === "refused") {
    return { state: "refused", problem: { title: "The export wasn't created", detail, canRetry: true } };
  }
  return { problem: { title: "Couldn't confirm that the export was created", detail, canRetry: false } };
}
