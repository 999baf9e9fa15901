export interface TabChannel {
  readonly broadcast: () => void;
  /** Notifies only other tabs. The message must be cloneable. */
  readonly postToOtherTabs: (message: unknown) => void;
  /**
   * Subscribes to messages. Listeners must validate them, because another tab may run another
   * version of the app. Returns an unsubscribe function.
   */
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

/**
 * Creates a publish-subscribe channel between tabs. It is open only while it has subscribers or
 * posts a message. Without `BroadcastChannel`, only this tab is notified.
 */
export function createTabChannel(name: string): TabChannel {
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

  function postToOtherTabs(message: unknown): void {
    openChannel();
    channel?.postMessage(message);
    closeIfUnused();
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
      return () => {
        listeners.delete(listener);
        closeIfUnused();
      };
    },
  };
}
