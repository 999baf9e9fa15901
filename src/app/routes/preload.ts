import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/http/client";
import { matchRoute } from "./route-table";

/**
 * Loads a page's code and first query in parallel. Failures are reported by the page when it loads. @param skipLoaded
 * skips pages whose code has loaded, because they start their own queries
 */
export function preload(url: URL, client: Client, queryClient: QueryClient, skipLoaded = false): void {
  const match = matchRoute(url);
  if (match === null) return;
  const projectId = match.url.params.projectId;
  for (const entry of match.entries) {
    if (skipLoaded && entry.isLoaded()) continue;
    entry.load().catch(() => undefined);
    // The query doesn't wait for the code.
    if (projectId !== undefined)
      entry.prefetch?.(queryClient, { client, projectId }, match.url).catch(() => undefined);
  }
}

// Avoids a request per row when the pointer moves across a list.
const HOVER_INTENT_MS = 80;

/** Preloads the page of a hovered or focused link. Returns a cleanup function. */
export function preloadOnIntent(root: HTMLElement, client: Client, queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleIntent = (event: Event) => {
    clearTimeout(timer);
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
    timer = setTimeout(() => preload(new URL(link.href), client, queryClient), HOVER_INTENT_MS);
  };
  root.addEventListener("pointerover", handleIntent, { passive: true });
  root.addEventListener("focusin", handleIntent);
  return () => {
    clearTimeout(timer);
    root.removeEventListener("pointerover", handleIntent);
    root.removeEventListener("focusin", handleIntent);
  };
}
