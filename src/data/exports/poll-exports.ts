import { type ExportedAsset, getExport, listExports } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { HttpError } from "@/http/errors";
import { parseInstant } from "@/lib/time/dates";

export interface ExportPollResult {
  readonly found: ReadonlyMap<number, ExportedAsset>;
  readonly gone: ReadonlySet<number>;
  readonly error: unknown;
}

const PAGE_SIZE = 100;
/** Limits of a single poll. The next poll covers the remaining exports. */
const MAX_PAGES = 3;
const MAX_SINGLE_REQUESTS = 6;

/**
 * Polls exports with as few requests as possible. Reads the first list pages, which are newest
 * first, and individually requests the exports that aren't on those pages. Never rejects. After an
 * error, returns partial results with the error.
 * @param wanted last known records by ID
 */
export async function pollExports(
  api: Api,
  wanted: ReadonlyMap<number, ExportedAsset>,
  signal: AbortSignal,
): Promise<ExportPollResult> {
  const found = new Map<number, ExportedAsset>();
  const gone = new Set<number>();
  let error: unknown = null;
  const isMissing = (id: number) => !found.has(id) && !gone.has(id);
  try {
    if (wanted.size > 1) await readPages();
    const missing = [...wanted.keys()].filter(isMissing).slice(0, MAX_SINGLE_REQUESTS);
    for (const reading of await Promise.allSettled(missing.map(readOne))) {
      if (reading.status === "rejected") error = reading.reason;
    }
  } catch (failure) {
    error = failure;
  }
  return { found, gone, error };

  async function readPages(): Promise<void> {
    let offset = 0;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await api.client.request(listExports, {
        path: { project_id: api.projectId },
        query: { limit: PAGE_SIZE, offset },
        signal,
      });
      for (const record of page.results) if (wanted.has(record.id)) found.set(record.id, record);
      offset += page.results.length + page.broken.length;
      const last = page.results.at(-1);
      const rest = [...wanted.values()].filter(({ id }) => isMissing(id));
      const isEnd = last === undefined || offset >= page.count;
      if (isEnd || rest.every((record) => isNewer(record, last))) return;
    }
  }

  async function readOne(id: number): Promise<void> {
    try {
      const path = { project_id: api.projectId, id };
      found.set(id, await api.client.request(getExport, { path, signal }));
    } catch (failure) {
      if (!isNotFound(failure)) throw failure;
      gone.add(id);
    }
  }
}

/** Whether the export itself is missing, not its project or endpoint. */
function isNotFound(error: unknown): boolean {
  return (
    error instanceof HttpError && error.status === 404 && (error.detail ?? "Not found.") === "Not found."
  );
}

/** Whether a record precedes another in a list that is newest first. */
function isNewer(one: ExportedAsset, other: ExportedAsset): boolean {
  const time = ({ created_at }: ExportedAsset) =>
    (created_at === null ? null : parseInstant(created_at))?.getTime() ?? null;
  const [ownTime, otherTime] = [time(one), time(other)];
  return ownTime !== null && otherTime !== null ? ownTime > otherTime : one.id > other.id;
}
