import type { ConnectionStatus } from "./connection-status";

/** Resolves when a new key is set. Rejects with the signal's reason. */
export function waitForNewKey(connectionStatus: ConnectionStatus, cancel?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    cancel?.throwIfAborted();
    const cleanUp = () => {
      unsubscribe();
      cancel?.removeEventListener("abort", handleAbort);
    };
    const handleAbort = () => {
      cleanUp();
      reject(cancel?.reason);
    };
    const unsubscribe = connectionStatus.subscribe(() => {
      if (connectionStatus.get().keyRefusal !== null) return;
      cleanUp();
      resolve();
    });
    cancel?.addEventListener("abort", handleAbort, { once: true });
  });
}
