// The browser tells other tabs of a change, but not the one that made it.
const listeners = new Set<() => void>();

/** Tells of every text that is kept on this device or changed there, in this tab or another one; gives the way out. */
export function subscribeStored(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onChange);
  };
}

/** A text that is kept on this device; null where there is none, or none may be read. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text on this device, or with null nothing. Tells whether it could. */
export function writeStored(key: string, text: string | null): "kept" | "full" | "refused" {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "refused";
  }
  for (const notify of listeners) notify();
  return "kept";
}
