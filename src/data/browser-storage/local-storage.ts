import type { StorageResult } from "./storage-messages";

// Storage events only fire in other tabs, so changes in this one are reported here.
const listeners = new Set<() => void>();

/** Subscribes to changes of local storage in any tab. Returns an unsubscribe function. */
export function subscribeStored(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onChange);
  };
}

/** Returns null when there is no value or storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a value, or removes it with null. Returns whether it was stored, storage is full, or it is blocked.
 */
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
