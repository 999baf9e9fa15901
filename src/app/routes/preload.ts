import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/http/client";
import { matchRoute } from "./route-table";

/**
 * Starts the code and the first query of an address at the same time. Failures show when the page itself asks.
 * @param onlyNew leaves out pages whose code is here: those ask by themselves at once
 */
export function preload(url: URL, client: Client, queryClient: QueryClient, skipLoaded = false): void {
  const match = matchRoute(url);
  if (match === null) return;
  const projectId = match.url.params.projectId;
  for (const entry of match.entries) {
    if (skipLoaded && entry.isLoaded()) continue;
    entry.load().catch(() => undefined);
    // Its code comes by itself, too.
    if (projectId !== undefined)
      entry.prefetch?.(queryClient, { client, projectId }, match.url).catch(() => undefined);
  }
}

// A pointer that only passes over a list must not start a request a row.
const HOVER_INTENT_MS = 80;

/** Preloads what a link under the pointer or the keyboard's focus leads to. Returns the way to stop. */
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
