import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/http/client";
import { matchRoute } from "./route-table";

/**
 * Loads a page's code and first query in parallel. Resolves when the query has settled. Never
 * rejects, because the page reports failures when it loads.
 * @param skipLoaded skips pages whose code has loaded, because they start their own queries
 */
export async function preload(
  url: URL,
  client: Client,
  queryClient: QueryClient,
  skipLoaded = false,
): Promise<void> {
  const match = matchRoute(url);
  if (match === null) return;
  const projectId = match.url.params.projectId;
  const queries = match.entries.map((entry) => {
    if (skipLoaded && entry.isLoaded()) return;
    entry.load().catch(() => undefined);
    // The query doesn't wait for the code.
    if (projectId !== undefined) return entry.prefetch?.(queryClient, { client, projectId }, match.url);
  });
  await Promise.allSettled(queries);
}

// Avoids a request per row when the pointer moves across a list.
const HOVER_INTENT_MS = 80;

/**
 * Returns the closest match of `selector` if it is a link, or the first link in it if it is a table
 * row. A click anywhere in the row opens that link. Returns null without a link to this origin.
 */
function findLink(target: EventTarget | null, selector: string): HTMLAnchorElement | null {
  const element = target instanceof Element ? target.closest(selector) : null;
  const link = element instanceof HTMLTableRowElement ? element.querySelector("a[href]") : element;
  return link instanceof HTMLAnchorElement && link.origin === location.origin ? link : null;
}

/** Preloads the target of a hovered, focused or pressed link, or of a pressed row. Returns a cleanup function. */
export function preloadOnIntent(root: HTMLElement, client: Client, queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleIntent = ({ target }: Event) => {
    clearTimeout(timer);
    const link = findLink(target, "a[href]");
    if (link)
      timer = setTimeout(() => void preload(new URL(link.href), client, queryClient), HOVER_INTENT_MS);
  };
  // Touchscreens have no hover, so the preload starts on press, before the click.
  const handlePress = ({ target }: Event) => {
    const link = findLink(target, "a[href], button, input, tr[data-opens]");
    if (link) void preload(new URL(link.href), client, queryClient);
  };
  const controller = new AbortController();
  const options = { passive: true, signal: controller.signal };
  root.addEventListener("pointerover", handleIntent, options);
  root.addEventListener("focusin", handleIntent, options);
  root.addEventListener("pointerdown", handlePress, options);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
