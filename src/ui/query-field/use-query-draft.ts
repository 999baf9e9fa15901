import { startTransition, useEffect, useEffectEvent } from "react";
import { useFunctionalState } from "./use-functional-state";

/** Debounces URL updates, because each of them renders the page again. */
const DEBOUNCE_MS = 1_000;

interface Draft {
  readonly draft: string;
  readonly lastAddress: string;
  readonly written: string;
  /** Written values that haven't come back as `address` yet. A busy page may have several. */
  readonly pendingWrites: readonly string[];
}

/**
 * Reconciles the draft with a changed URL. A value that this hook wrote confirms the write. Any other value replaces
 * the draft.
 */
function reconcile(before: Draft, address: string): Draft {
  if (before.lastAddress === address) return before;
  const index = before.pendingWrites.indexOf(address);
  if (index < 0) return { draft: address, lastAddress: address, written: address, pendingWrites: [] };
  return { ...before, lastAddress: address, pendingWrites: before.pendingWrites.slice(index + 1) };
}

/**
 * Returns the search text and its setter. Rows follow the text immediately. The URL follows when the user stops typing
 * or focus leaves, so that the history entry contains the query. Other URL changes, such as Back, replace the text.
 * @param address the query in the URL
 * @param write writes the query to the URL, or returns false while another page is active
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

  // A functional update doesn't overwrite a pending key press.
  if (state.lastAddress !== address) update((before) => reconcile(before, address));

  const { draft, written } = state;
  useEffect(() => {
    if (draft === written) return;
    // The draft may update after focus has left the field. No `focusout` event follows then, so the
    // URL is updated immediately.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    let timer = setTimeout(flush, isTyping ? DEBOUNCE_MS : 0);
    // After navigation, the previous page may remain rendered for a while. Writing its query would break Back.
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
      // While another page or a drawer is open, the URL is written later.
      if (!writeToAddress(draft)) return restartTimer();
      // A second write before the next render would overwrite other changes.
      cleanUp();
      update((before) => ({ ...before, written: draft, pendingWrites: [...before.pendingWrites, draft] }));
    }
    document.addEventListener("focusout", flush);
    window.addEventListener("popstate", restartTimer);
    return cleanUp;
  }, [draft, written, update]);

  // The field shows its own text, so rows can update in a transition.
  return [draft, (text) => startTransition(() => update((before) => ({ ...before, draft: text })))];
}
