import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import { readJournal } from "@/data/journal/journal-store";
import { checkEntry } from "@/data/reconcile/check-outcome";
import { describeError } from "@/http/describe-error";
import { noteMade } from "./export-polling";
import { change, findMaking, type Making } from "./export-request-store";
import { exportQueries, showNewExport } from "./exports";

/** Looks on the server what became of a creation whose outcome is unknown. Never rejects. */
export async function lookForMaking(queries: QueryClient, id: string): Promise<void> {
  const { store, making, job } = findMaking(queries, id);
  if (making?.state !== "unknown" || job === undefined) return;
  const part = await findWhatWasMade(queries, making.api, job.entryId).catch(
    (error: unknown): Partial<Making> => ({ problem: describeError(error) }),
  );
  const now = findMaking(queries, id);
  // Meanwhile its answer may have come, or a person has sent it again.
  if (now.making?.state !== "unknown" || now.job?.entryId !== job.entryId) return;
  change(store, id, part);
  if (!part.record) return;
  showNewExport(queries, making.api, part.record);
  noteMade(queries, making.api, part.record);
}

async function findWhatWasMade(queries: QueryClient, api: Api, entryId: string): Promise<Partial<Making>> {
  const entry = (await readJournal(api)).find((each) => each.id === entryId);
  const checked = entry && (await checkEntry(queries, api, entry));
  const detail = checked?.reason ?? "The journal has no entry of it any more.";
  if (checked?.outcome === "done" && typeof checked.recordId === "number") {
    const record = await queries.fetchQuery(exportQueries.detail(api, checked.recordId));
    return { state: "made", record, problem: null };
  }
  if (checked?.outcome === "refused") {
    return { state: "refused", problem: { title: "It was not made", detail, canRetry: true } };
  }
  return { problem: { title: "Nothing tells yet whether it was made", detail, canRetry: false } };
}
