import type { Backend } from "@/data/backend/backend";
import { refreshCollections } from "@/data/collection/use-collection";
import { boundWait } from "@/lib/time/wait";
import { createTabChannel } from "./tab-channel";

/** Prefix of query keys that a write makes stale. `connection` is an ID, not the API key. */
export type ChangeScope = readonly [connection: string, projectId: string, resource: string];

const DEBOUNCE_MS = 500;
/** Minimum time between refreshes. A bulk action in another tab makes many writes. */
const MIN_REFRESH_INTERVAL_MS = 4_000;

const channel = createTabChannel("environs-writes");

/** Reports stale data to other tabs. */
export function broadcastChange(scope: ChangeScope): void {
  channel.postToOtherTabs(scope);
}

/** Validates a message. Another tab may run another version of the app. */
function isScope(message: unknown): message is ChangeScope {
  return Array.isArray(message) && message.length === 3 && message.every((part) => typeof part === "string");
}

/**
 * Reloads data that other tabs changed. Batches changes, limits the rate, and pauses while the page
 * is hidden. Returns an unsubscribe function.
 */
export function subscribeToOtherTabs(backend: Backend): () => void {
  const stale = new Map<string, ChangeScope>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  function scheduleRefresh(): void {
    if (stale.size === 0 || document.hidden) return;
    timer ??= setTimeout(
      refresh,
      boundWait(refreshedAt + MIN_REFRESH_INTERVAL_MS - performance.now(), DEBOUNCE_MS),
    );
  }

  function refresh(): void {
    timer = undefined;
    if (document.hidden) return;
    refreshedAt = performance.now();
    for (const queryKey of stale.values()) {
      void backend.queryClient.invalidateQueries({ queryKey });
      // The loaded data may lack the write, so large lists are marked as outdated.
      refreshCollections(backend, queryKey, false);
    }
    stale.clear();
  }

  const unsubscribe = channel.subscribe((message) => {
    if (!isScope(message)) return;
    stale.set(JSON.stringify(message), message);
    scheduleRefresh();
  });
  document.addEventListener("visibilitychange", scheduleRefresh);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", scheduleRefresh);
  };
}
