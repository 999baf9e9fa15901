const listeners = new Set<() => void>();

/** Returns an unsubscribe function. */
export function onTourOpen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function openTour(): void {
  for (const listener of listeners) listener();
}
