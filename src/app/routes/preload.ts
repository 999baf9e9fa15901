import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/http/client";
import { matchRoute } from "./route-table";

/**
 * Starts the code and the first query of an address at the same time. Failures show when the page itself asks.
 * @param onlyNew leaves out pages whose code is here: those ask by themselves at once
 */
export function preload(url: URL, client: Client, queries: QueryClient, onlyNew = false): void {
  const match = matchRoute(url);
  if (match === null) return;
  const projectId = match.url.params.projectId;
  for (const entry of match.entries) {
    if (onlyNew && entry.isLoaded()) continue;
    entry.load().catch(() => undefined);
    // Its code comes by itself, too.
    if (projectId !== undefined)
      entry.prefetch?.(queries, { client, projectId }, match.url).catch(() => undefined);
  }
}

// A pointer that only passes over a list must not start a request a row.
const HOVER_INTENT_MS = 80;

/** Preloads what a link under the pointer or the keyboard's focus leads to. Returns the way to stop. */
export function preloadOnIntent(root: HTMLElement, client: Client, queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onIntent = (event: Event) => {
    clearTimeout(timer);
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
    timer = setTimeout(() => preload(new URL(link.href), client, queries), HOVER_INTENT_MS);
  };
  root.addEventListener("pointerover", onIntent, { passive: true });
  root.addEventListener("focusin", onIntent);
  return () => {
    clearTimeout(timer);
    root.removeEventListener("pointerover", onIntent);
    root.removeEventListener("focusin", onIntent);
  };
}
