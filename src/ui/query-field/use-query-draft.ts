import { startTransition, useEffect, useEffectEvent } from "react";
import { useFunctionalState } from "./use-functional-state";

/** In ms. Debounces URL updates, because each one re-renders the page. */
const DEBOUNCE_MS = 1_000;

interface Draft {
  readonly draft: string;
  /** Last known value in the URL. */
  readonly lastAddress: string;
  /** Last value written to the URL. */
  readonly written: string;
  /** Written values that haven't appeared in the URL yet. On a busy page there may be several. */
  readonly pendingWrites: readonly string[];
}

/** Reconciles the draft with a changed URL: our own writes are confirmed, other changes replace the draft. */
function reconcile(before: Draft, address: string): Draft {
  if (before.lastAddress === address) return before;
  const index = before.pendingWrites.indexOf(address);
  if (index < 0) return { draft: address, lastAddress: address, written: address, pendingWrites: [] };
  return { ...before, lastAddress: address, pendingWrites: before.pendingWrites.slice(index + 1) };
}

/**
 * Search text with delayed URL updates: rows follow immediately, the URL follows when the user stops typing
 * or focus leaves, so that the history entry contains the query. External URL changes, such as Back, win.
 * @param address the query in the URL @param writeToAddress writes the query; false when another page is
 * active
 */
export function useQueryDraft(
  address: string,
  write: (query: string) => boolean,
): readonly [string, (text: string) => void] {
  const [state, update] = useFunctionalState<Draft>({
    draft: address,
    lastAddress: address,
    written: address,
    pendingWrites: [],
  });
  const writeToAddress = useEffectEvent(write);

  // A pending key press must not be overwritten, so update functionally.
  if (state.lastAddress !== address) update((before) => reconcile(before, address));

  const { draft, written } = state;
  useEffect(() => {
    if (draft === written) return;
    // Rows may update so late that the focus has moved.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    let timer = setTimeout(flush, isTyping ? DEBOUNCE_MS : 0);
    // After navigation, the previous page may be rendered a while longer. Writing then would break Back.
    function restartTimer() {
      clearTimeout(timer);
      timer = setTimeout(flush, DEBOUNCE_MS);
    }
    function cleanUp() {
      clearTimeout(timer);
      document.removeEventListener("focusout", flush);
      window.removeEventListener("popstate", restartTimer);
    }
    function flush() {
      // While a drawer is open, wait until the page is active again.
      if (!writeToAddress(draft)) return restartTimer();
      // The render follows later, and writing again by then would overwrite other changes.
      cleanUp();
      update((before) => ({ ...before, written: draft, pendingWrites: [...before.pendingWrites, draft] }));
    }
    document.addEventListener("focusout", flush);
    window.addEventListener("popstate", restartTimer);
    return cleanUp;
  }, [draft, written, update]);

  // The field updates itself, so rows may follow in a transition.
  return [draft, (text) => startTransition(() => update((before) => ({ ...before, draft: text })))];
}
