const listeners = new Set<() => void>();

/** Calls when somebody asks for the tour. Gives the way to stop. */
export function onTourOpen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks for the tour, on whatever page one is. */
export function openTour(): void {
  for (const listener of listeners) listener();
}
