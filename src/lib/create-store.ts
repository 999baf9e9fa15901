/** A value that notifies subscribers when it is replaced. Fits React's `useSyncExternalStore`. */
export interface Store<State> {
  readonly get: () => State;
  readonly set: (state: State) => void;
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State>(initialState: State): Store<State> {
  let state = initialState;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(nextState) {
      state = nextState;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
