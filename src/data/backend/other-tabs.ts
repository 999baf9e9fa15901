import { refreshCollections } from "@/data/collection/use-collection";
import { boundWait } from "@/lib/time/wait";
import type { Backend } from "./backend";

/**
 * Creates a publish-subscribe channel between tabs. It is open only while it has subscribers or
 * posts a message. Without `BroadcastChannel`, only this tab is notified.
 */
export function createTabChannel(name: string) {
  const listeners = new Set<(message: unknown) => void>();
  let channel: BroadcastChannel | undefined;

  function notifyLocal(message: unknown): void {
    for (const listener of listeners) listener(message);
  }

  function openChannel(): void {
    if (channel !== undefined || typeof BroadcastChannel === "undefined") return;
    channel = new BroadcastChannel(name);
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => notifyLocal(data));
  }

  function closeIfUnused(): void {
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  }

  /** Notifies only other tabs. The message must be cloneable. */
  function postToOtherTabs(message: unknown): void {
    openChannel();
    channel?.postMessage(message);
    closeIfUnused();
  }

  return {
    broadcast(): void {
      notifyLocal(null);
      postToOtherTabs(null);
    },
    postToOtherTabs,
    /** Listeners must validate messages, which may come from another version of the app. Returns an unsubscribe function. */
    subscribe(listener: (message: unknown) => void): () => void {
      openChannel();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        closeIfUnused();
      };
    },
  };
}

/**
 * Holds a lock across tabs until it is released or the page closes. Resolves with a release function, or with null if
 * another tab holds the lock. Without Web Locks, resolves with a function that does nothing.
 */
export async function holdTabLock(name: string): Promise<(() => void) | null> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return () => undefined;
  return new Promise((resolve) => {
    const held = locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(() => release()));
    });
    held.catch(() => resolve(() => undefined));
  });
}

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
