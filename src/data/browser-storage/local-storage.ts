import { USAGE_PREFIX } from "@/http/request-usage";
import type { StorageResult } from "./storage-messages";

// Browsers send storage events only to other tabs. These listeners are notified of changes in this tab.
const listeners = new Set<() => void>();

/** Subscribes to local storage changes in any tab. Returns an unsubscribe function. */
export function subscribeStored(onChange: () => void): () => void {
  // Other tabs store their number of requests often, which is no setting.
  const handleStorage = ({ key }: StorageEvent) => {
    if (!key?.startsWith(USAGE_PREFIX)) onChange();
  };
  listeners.add(onChange);
  window.addEventListener("storage", handleStorage);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", handleStorage);
  };
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it when `text` is null. Returns `stored`, or why storage failed. */
export function writeStored(key: string, text: string | null): StorageResult {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "blocked";
  }
  for (const notify of listeners) notify();
  return "stored";
}
