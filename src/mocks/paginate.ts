import { HttpResponse } from "msw";
import type { MockContext } from "./context";

/** Default page size. Servers have no known maximum (upstream-facts, Subscriptions). */
const DEFAULT_LIMIT = 100;
/** Time for creating rows before yielding, so that the page can paint and handle input. */
const SLICE_MS = 6;

/** Parses an integer query parameter. Like real servers, ignores an invalid value. */
function parseWholeNumber(text: string | null, min: number): number | undefined {
  const value = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min ? value : undefined;
}

/** Builds a page's URL. Newer servers never use the deprecated prefix. */
function buildPageUrl({ url, isNewer }: Pick<MockContext, "url" | "isNewer">, limit: number, offset: number) {
  const link = new URL(url);
  if (isNewer) link.pathname = link.pathname.replace(/^\/api\/environments\//, "/api/projects/");
  link.searchParams.set("limit", String(limit));
  if (offset > 0) link.searchParams.set("offset", String(offset));
  else link.searchParams.delete("offset");
  link.searchParams.sort();
  return link.href;
}

/** Lets pending tasks run. Uses a message, because browsers delay nested timers by at least 4 ms. */
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

/** Maps items in short slices, because creating many rows takes a long time. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let sliceStartedAt = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - sliceStartedAt < SLICE_MS) continue;
    await yieldToMain();
    sliceStartedAt = performance.now();
  }
  return results;
}

/** Responds with a page of a list in the paginated envelope. Creates only the page's rows. */
export async function paginate<Item>(
  context: Pick<MockContext, "url" | "isNewer">,
  items: readonly Item[],
  serialize: (item: Item) => unknown,
): Promise<Response> {
  const { searchParams } = context.url;
  const limit = parseWholeNumber(searchParams.get("limit"), 1) ?? DEFAULT_LIMIT;
  const offset = parseWholeNumber(searchParams.get("offset"), 0) ?? 0;
  const count = items.length;
  const body = JSON.stringify({
    count,
    next: offset + limit < count ? buildPageUrl(context, limit, offset + limit) : null,
    previous: offset > 0 ? buildPageUrl(context, limit, Math.max(0, offset - limit)) : null,
    results: await mapInSlices(items.slice(offset, offset + limit), serialize),
  });
  // `HttpResponse.json` measures the body with a Blob, which takes as long as creating the page's rows.
  return new HttpResponse(body, { headers: { "Content-Type": "application/json" } });
}
