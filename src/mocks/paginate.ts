import { HttpResponse } from "msw";
import { runCooperatively, runSlice } from "@/lib/scheduler/cooperative-task";
import type { MockContext } from "./context";

/** Default page size. Servers have no known maximum (upstream-facts, Subscriptions). */
const DEFAULT_LIMIT = 100;
/** Time for creating rows before yielding, so that the page can paint and handle input. */
const SLICE_MS = 6;

/** Parses an integer query parameter. Like real servers, ignores an invalid value. */
function readInteger({ searchParams }: URL, name: string, min: number): number | undefined {
  const text = searchParams.get(name) ?? "";
  return /^\d{1,15}$/.test(text) && Number(text) >= min ? Number(text) : undefined;
}

/** Builds a page's URL. Newer servers never use the deprecated prefix. */
export function buildPageUrl({ url, isNewer }: MockContext, params: Readonly<Record<string, string | null>>) {
  const link = new URL(url);
  if (isNewer) link.pathname = link.pathname.replace(/^\/api\/environments\//, "/api/projects/");
  for (const [name, value] of Object.entries(params))
    if (value === null) link.searchParams.delete(name);
    else link.searchParams.set(name, value);
  link.searchParams.sort();
  return link.href;
}

/** Maps items in short slices, because creating many rows takes a long time. */
export async function mapInSlices<Item, Result>(items: readonly Item[], map: (item: Item) => Result) {
  const results: Result[] = [];
  const task = (function* () {
    for (const item of items) yield void results.push(map(item));
  })();
  if (runSlice(task, SLICE_MS) === null) await runCooperatively(task);
  return results;
}

/** Responds with a page of a list in the paginated envelope. Creates only the page's rows. */
export async function paginate<Item>(
  context: MockContext,
  items: readonly Item[],
  serialize: (item: Item) => unknown,
): Promise<Response> {
  const limit = readInteger(context.url, "limit", 1) ?? DEFAULT_LIMIT;
  const offset = readInteger(context.url, "offset", 0) ?? 0;
  const link = (first: number) =>
    buildPageUrl(context, { limit: String(limit), offset: first > 0 ? String(first) : null });
  const body = JSON.stringify({
    count: items.length,
    next: offset + limit < items.length ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: await mapInSlices(items.slice(offset, offset + limit), serialize),
  });
  // `HttpResponse.json` measures the body with a Blob, which takes as long as creating the page's rows.
  return new HttpResponse(body, { headers: { "Content-Type": "application/json" } });
}
