import { useSyncExternalStore } from "react";

let isPrinting = false;
const listeners = new Set<() => void>();

function tell(next: boolean): void {
  isPrinting = next;
  for (const listener of listeners) listener();
}

const onBefore = () => tell(true);
const onAfter = () => tell(false);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("beforeprint", onBefore);
    window.addEventListener("afterprint", onAfter);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("beforeprint", onBefore);
    window.removeEventListener("afterprint", onAfter);
  };
}

/** Whether the page is being printed, for what draws only a part of itself on the screen. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
