/** Tells this tab and the browser's other ones that something has changed. */
export interface TabNews {
  readonly tell: () => void;
  /** Calls back after changes, of any tab, until the answer is called. */
  readonly watch: (listener: () => void) => () => void;
}

/** News of what has this name in all tabs. Browsers without channels tell their own tab only. */
export function tabNews(name: string): TabNews {
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | undefined;

  function tellHere(): void {
    for (const listener of listeners) listener();
  }

  function openChannel(): BroadcastChannel | undefined {
    if (channel === undefined && typeof BroadcastChannel !== "undefined") {
      channel = new BroadcastChannel(name);
      channel.addEventListener("message", tellHere);
    }
    return channel;
  }

  return {
    tell() {
      tellHere();
      openChannel()?.postMessage(null);
    },
    watch(listener) {
      openChannel();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
