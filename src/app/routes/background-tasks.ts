import type { QueryClient } from "@tanstack/react-query";
import { subscribeToOtherTabs } from "@/data/query/other-tabs";
import type { Client } from "@/http/client";
import { runWhenLoaded } from "@/lib/scheduler/run-when-loaded";
import type { Toasts } from "@/ui/feedback/toasts";
import type { PrerenderedPage } from "./prerendered-page";
import { watchIntent } from "./watch-intent";

/** Delay before the update check loads, so that it doesn't compete with the first rows. */
const UPDATE_WATCH_DELAY_MS = 3_000;

interface BackgroundTaskOptions {
  /** Null without a connection. */
  readonly client: Client | null;
  readonly queryClient: QueryClient;
  readonly toasts: Toasts;
  readonly onPrerender: (page: PrerenderedPage | null) => void;
}

/**
 * Prerenders pages that the user is about to open, reloads data that other tabs change, and checks
 * for updates. Returns a stop function.
 */
export function startBackgroundTasks(options: BackgroundTaskOptions): () => void {
  const { client, queryClient, toasts, onPrerender } = options;
  const unsubscribe = subscribeToOtherTabs(queryClient);
  const stopIntent = client && watchIntent(document.body, client, queryClient, onPrerender);
  let stopUpdates: (() => void) | undefined;
  const timer = setTimeout(() => {
    // If a page's code also fails to load, the page shows an error.
    stopUpdates = runWhenLoaded(
      () => import("@/app/pwa/app-update"),
      (module) => module.watchForUpdates(toasts),
    );
  }, UPDATE_WATCH_DELAY_MS);
  return () => {
    unsubscribe();
    stopIntent?.();
    clearTimeout(timer);
    stopUpdates?.();
  };
}
