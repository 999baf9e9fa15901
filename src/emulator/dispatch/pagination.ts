import type { AccountContext, Collection, View } from "@/emulator/backend/backend";
import type { Generation } from "@/emulator/backend/generation";
import { applyListFault } from "@/emulator/faults/list-faults";
import { json } from "@/emulator/request/errors";

/** Default page size. Servers have no known maximum (upstream-facts, Subscriptions). */
const DEFAULT_LIMIT = 100;
/** Time for creating rows before yielding, so that the page can paint and handle input. */
const SLICE_MS = 6;

/** Parses an integer query parameter. Like real servers, ignores an invalid value. */
function parseWholeNumber(text: string | null, min: number): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min ? value : undefined;
}

/** Builds a page's URL. On servers of 2026, the URL never has the deprecated prefix. */
function buildPageUrl(url: URL, generation: Generation | undefined, limit: number, offset: number): string {
  const link = new URL(url);
  if (generation === "2026")
    link.pathname = link.pathname.replace(/^\/api\/environments\//, "/api/projects/");
  link.searchParams.set("limit", String(limit));
  if (offset > 0) link.searchParams.set("offset", String(offset));
  else link.searchParams.delete("offset");
  link.searchParams.sort();
  return link.href;
}

export function getOffset(url: URL): number {
  return parseWholeNumber(url.searchParams.get("offset"), 0) ?? 0;
}

/**
 * Lets pending tasks run. Uses a message, because browsers delay nested timers by at least 4 ms,
 * and tests use fake timers.
 */
function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const handleMessage = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener("message", handleMessage, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

/** Maps rows in short slices, because creating many rows takes a long time. */
export async function mapInSlices<Row, Result>(
  rows: readonly Iterable<Row>[],
  serialize: (row: Row) => Result,
): Promise<Result[]> {
  const serialized: Result[] = [];
  let sliceStartedAt = performance.now();
  for (const group of rows) {
    for (const row of group) {
      serialized.push(serialize(row));
      if (performance.now() - sliceStartedAt < SLICE_MS) continue;
      await yieldToMain();
      sliceStartedAt = performance.now();
    }
  }
  return serialized;
}

/** Responds with a page of a list in the paginated envelope. Creates only the page's rows, in short slices. */
export async function paginate<Row>(
  context: Pick<AccountContext, "url" | "faults"> & Partial<Pick<AccountContext, "generation">>,
  rows: { readonly count: number; page(offset: number, limit: number): Iterable<Row> },
  serialize: (row: Row) => unknown,
): Promise<Response> {
  const { url, faults, generation } = context;
  const requestedLimit = parseWholeNumber(url.searchParams.get("limit"), 1) ?? DEFAULT_LIMIT;
  const offset = getOffset(url);
  const { limit, count, repeated } = applyListFault(
    { limit: requestedLimit, offset, count: rows.count },
    faults,
  );
  const page = [rows.page(offset - repeated, repeated), rows.page(offset + repeated, limit - repeated)];
  return json({
    count,
    next: offset + limit < count ? buildPageUrl(url, generation, limit, offset + limit) : null,
    previous: offset > 0 ? buildPageUrl(url, generation, limit, Math.max(0, offset - limit)) : null,
    results: await mapInSlices(page, serialize),
  });
}

/** Adapts a view of a collection to `paginate`. */
export function toPages<Row>(collection: Collection<Row>, view: View = "visible") {
  return {
    count: collection.count(view),
    page: (offset: number, limit: number) => collection.page(offset, limit, view),
  };
}

/** Adapts an array to `paginate`. */
export function toArrayPages<Row>(rows: readonly Row[]) {
  return { count: rows.length, page: (offset: number, limit: number) => rows.slice(offset, offset + limit) };
}
