import { useReducer } from "react";

type Update<S> = (before: S) => S;

/**
 * A state that is changed by functions alone, also while it is drawn.
 *
 * Not `useState`: that one may run such a function at once, on the state of a drawing that was begun and given up, as a
 * transition is when a key comes. What the function saw there was never on the screen. A reducer runs in a drawing only.
 */
export function useFunctionalState<S>(initial: S): readonly [S, (update: Update<S>) => void] {
  return useReducer((before: S, update: Update<S>) => update(before), initial);
}
