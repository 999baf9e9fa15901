import type { AccountContext, Collection, View } from "@/emulator/backend/backend";
import { bendPage } from "@/emulator/faults/list-faults";
import { json } from "@/emulator/request/errors";

/** Default page size of lists; no maximum is known (upstream-facts, Subscriptions). */
const DEFAULT_LIMIT = 100;
/** Milliseconds of making rows after which the page of the app may draw and take input. */
const SLICE = 6;

/** Reads a whole number from the query; what is none counts as not given, as servers do. */
function readNumber(text: string | null, least: number): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least ? value : undefined;
}

function linkTo(url: URL, limit: number, offset: number): string {
  const link = new URL(url);
  link.searchParams.set("limit", String(limit));
  if (offset > 0) link.searchParams.set("offset", String(offset));
  else link.searchParams.delete("offset");
  return link.href;
}

/** Where the page that is asked for begins. */
export function offsetOf(url: URL): number {
  return readNumber(url.searchParams.get("offset"), 0) ?? 0;
}

/** Lets everything that waits run first. A message and no timer: those are held back to 4 ms, and stand still in tests. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const go = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener("message", go, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

async function serveAll<Row>(
  rows: readonly Iterable<Row>[],
  serve: (row: Row) => unknown,
): Promise<readonly unknown[]> {
  const served: unknown[] = [];
  let begun = performance.now();
  for (const part of rows) {
    for (const row of part) {
      served.push(serve(row));
      if (performance.now() - begun < SLICE) continue;
      await pause();
      begun = performance.now();
    }
  }
  return served;
}

/** Answers one page of a list in the paginated envelope; only the rows of the page are made, in short slices. */
export async function paginate<Row>(
  context: Pick<AccountContext, "url" | "faults">,
  rows: { readonly count: number; page(offset: number, limit: number): Iterable<Row> },
  serve: (row: Row) => unknown,
): Promise<Response> {
  const { url, faults } = context;
  const asked = readNumber(url.searchParams.get("limit"), 1) ?? DEFAULT_LIMIT;
  const offset = offsetOf(url);
  const { limit, count, repeated } = bendPage({ limit: asked, offset, count: rows.count }, faults);
  const page = [rows.page(offset - repeated, repeated), rows.page(offset + repeated, limit - repeated)];
  return json({
    count,
    next: offset + limit < count ? linkTo(url, limit, offset + limit) : null,
    previous: offset > 0 ? linkTo(url, limit, Math.max(0, offset - limit)) : null,
    results: await serveAll(page, serve),
  });
}

/** A view of a collection in the form that `paginate` reads. */
export function pagesOf<Row>(collection: Collection<Row>, view: View = "visible") {
  return {
    count: collection.count(view),
    page: (offset: number, limit: number) => collection.page(offset, limit, view),
  };
}

/** A list that is at hand in the form that `paginate` reads. */
export function pagesOfArray<Row>(rows: readonly Row[]) {
  return { count: rows.length, page: (offset: number, limit: number) => rows.slice(offset, offset + limit) };
}
