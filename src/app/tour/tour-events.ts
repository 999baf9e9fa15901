const listeners = new Set<() => void>();

/** Returns an unsubscribe function. */
export function onTourOpen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the tour on any page. */
export function openTour(): void {
  for (const listener of listeners) listener();
}
