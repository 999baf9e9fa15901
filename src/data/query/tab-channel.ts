/** Tells this tab and the browser's other ones that something has changed. */
export interface TabChannel {
  readonly broadcast: () => void;
  /** Tells the other tabs alone, and what: anything that can be cloned. */
  readonly postToOtherTabs: (message: unknown) => void;
  /**
   * Calls back after changes, of any tab, until the answer is called. What another tab says of them may be of another
   * version of the app.
   */
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

/** News of what has this name in all tabs. Browsers without channels tell their own tab only. */
export function createTabChannel(name: string): TabChannel {
  const listeners = new Set<(message: unknown) => void>();
  let channel: BroadcastChannel | undefined;

  function notifyLocal(message: unknown): void {
    for (const listener of listeners) listener(message);
  }

  function openChannel(): BroadcastChannel | undefined {
    if (channel === undefined && typeof BroadcastChannel !== "undefined") {
      channel = new BroadcastChannel(name);
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => notifyLocal(data));
    }
    return channel;
  }

  function postToOtherTabs(message: unknown): void {
    openChannel()?.postMessage(message);
  }

  return {
    broadcast() {
      notifyLocal(null);
      postToOtherTabs(null);
    },
    postToOtherTabs,
    subscribe(listener) {
      openChannel();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
