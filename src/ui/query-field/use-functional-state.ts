import { useReducer } from "react";

type Update<S> = (before: S) => S;

/**
 * Returns state that only functional updates can change. `useState` may run an updater on the state
 * of an abandoned transition that was never on screen. A reducer runs only during rendering.
 */
export function useFunctionalState<S>(initial: S): readonly [S, (update: Update<S>) => void] {
  return useReducer((before: S, update: Update<S>) => update(before), initial);
}
