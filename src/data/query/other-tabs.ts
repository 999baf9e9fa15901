import type { QueryClient } from "@tanstack/react-query";
import { refreshCollections } from "@/data/collection/use-collection";
import { createTabChannel } from "./tab-channel";

/** What the keys begin with that a write makes stale: the connection, which holds no key of its own, the project, the resource. */
export type ChangeScope = readonly [connection: string, projectId: string, resource: string];

/** Ms in which writes of other tabs are gathered before anything is read. */
const DEBOUNCE_MS = 500;
/** Ms between two looks: a run in another tab makes many writes, and is not to cost this one as many requests. */
const MIN_REFRESH_INTERVAL_MS = 4_000;

const channel = createTabChannel("environs-writes");

/** Says to the browser's other tabs what a write of this one has made stale. */
export function broadcastChange(scope: ChangeScope): void {
  channel.postToOtherTabs(scope);
}

/** Whether it is the scope of a write: the other tab may run another version. */
function isScope(message: unknown): message is ChangeScope {
  return Array.isArray(message) && message.length === 3 && message.every((part) => typeof part === "string");
}

/**
 * Has what other tabs write read again where it is shown, until the answer is called: soon, seldom, and not before this
 * tab is looked at. Lists say what they find different, as after any refresh.
 */
export function subscribeToOtherTabs(queryClient: QueryClient): () => void {
  const stale = new Map<string, ChangeScope>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  function scheduleRefresh(): void {
    if (stale.size === 0 || document.hidden) return;
    timer ??= setTimeout(
      refresh,
      Math.max(DEBOUNCE_MS, refreshedAt + MIN_REFRESH_INTERVAL_MS - performance.now()),
    );
  }

  function refresh(): void {
    timer = undefined;
    if (document.hidden) return;
    refreshedAt = performance.now();
    for (const queryKey of stale.values()) {
      void queryClient.invalidateQueries({ queryKey });
      // Nothing of the write is shown here: a list too long to be read again by itself says that it is old.
      refreshCollections(queryClient, queryKey, false);
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
