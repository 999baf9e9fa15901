/** Remembers that an answer said 401, so that the whole app says it once. */
export interface KeyRefusal {
  readonly report: () => void;
  readonly reset: () => void;
  readonly isRefused: () => boolean;
  /** Calls back after every change; returns how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Begins with a key that nobody has refused. */
export function createKeyRefusal(): KeyRefusal {
  let isRefused = false;
  const listeners = new Set<() => void>();

  function become(next: boolean): void {
    isRefused = next;
    for (const listener of listeners) listener();
  }
  return {
    report: () => become(true),
    reset: () => become(false),
    isRefused: () => isRefused,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
