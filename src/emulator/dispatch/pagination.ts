import type { AccountContext, Collection, View } from "@/emulator/backend/backend";
import { applyListFault } from "@/emulator/faults/list-faults";
import { json } from "@/emulator/request/errors";

/** Default page size of lists; no maximum is known (upstream-facts, Subscriptions). */
const DEFAULT_LIMIT = 100;
/** Milliseconds of making rows after which the page of the app may draw and take input. */
const SLICE_MS = 6;

/** Reads a whole number from the query; what is none counts as not given, as servers do. */
function parseWholeNumber(text: string | null, min: number): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min ? value : undefined;
}

function buildPageUrl(url: URL, limit: number, offset: number): string {
  const link = new URL(url);
  link.searchParams.set("limit", String(limit));
  if (offset > 0) link.searchParams.set("offset", String(offset));
  else link.searchParams.delete("offset");
  return link.href;
}

/** Where the page that is asked for begins. */
export function getOffset(url: URL): number {
  return parseWholeNumber(url.searchParams.get("offset"), 0) ?? 0;
}

/** Lets everything that waits run first. A message and no timer: those are held back to 4 ms, and stand still in tests. */
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

async function serializeRows<Row>(
  rows: readonly Iterable<Row>[],
  serialize: (row: Row) => unknown,
): Promise<readonly unknown[]> {
  const serialized: unknown[] = [];
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

/** Answers one page of a list in the paginated envelope; only the rows of the page are made, in short slices. */
export async function paginate<Row>(
  context: Pick<AccountContext, "url" | "faults">,
  rows: { readonly count: number; page(offset: number, limit: number): Iterable<Row> },
  serialize: (row: Row) => unknown,
): Promise<Response> {
  const { url, faults } = context;
  const requestedLimit = parseWholeNumber(url.searchParams.get("limit"), 1) ?? DEFAULT_LIMIT;
  const offset = getOffset(url);
  const { limit, count, repeated } = applyListFault(
    { limit: requestedLimit, offset, count: rows.count },
    faults,
  );
  const page = [rows.page(offset - repeated, repeated), rows.page(offset + repeated, limit - repeated)];
  return json({
    count,
    next: offset + limit < count ? buildPageUrl(url, limit, offset + limit) : null,
    previous: offset > 0 ? buildPageUrl(url, limit, Math.max(0, offset - limit)) : null,
    results: await serializeRows(page, serialize),
  });
}

/** A view of a collection in the form that `paginate` reads. */
export function toPages<Row>(collection: Collection<Row>, view: View = "visible") {
  return {
    count: collection.count(view),
    page: (offset: number, limit: number) => collection.page(offset, limit, view),
  };
}

/** A list that is at hand in the form that `paginate` reads. */
export function toArrayPages<Row>(rows: readonly Row[]) {
  return { count: rows.length, page: (offset: number, limit: number) => rows.slice(offset, offset + limit) };
}
