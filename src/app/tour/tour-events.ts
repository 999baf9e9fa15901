const listeners = new Set<() => void>();

/** Calls when somebody asks for the tour. Gives the way to stop. */
export function onTourCall(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks for the tour, on whatever page one is. */
export function callTour(): void {
  for (const listener of listeners) listener();
}
