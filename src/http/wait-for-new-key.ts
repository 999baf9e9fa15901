import type { Signals } from "./connection-status";

/** Resolves once there is a key that nobody has refused; rejects with the signal's reason when it is aborted before. */
export function waitForKey(signals: Signals, cancel?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    cancel?.throwIfAborted();
    const end = () => {
      stopListening();
      cancel?.removeEventListener("abort", giveUp);
    };
    const giveUp = () => {
      end();
      reject(cancel?.reason);
    };
    const stopListening = signals.subscribe(() => {
      if (signals.get().keyRefusal !== null) return;
      end();
      resolve();
    });
    cancel?.addEventListener("abort", giveUp, { once: true });
  });
}
