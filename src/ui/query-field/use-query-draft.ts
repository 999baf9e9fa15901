import { startTransition, useEffect, useEffectEvent } from "react";
import { useFunctionalState } from "./use-functional-state";

/** Ms without a key before what was typed goes into the address: each entry there costs a drawing of the page. */
const DEBOUNCE_MS = 1_000;

interface Draft {
  readonly draft: string;
  /** The address as it was met last. */
  readonly lastAddress: string;
  /** What was put into the address last. */
  readonly written: string;
  /** Our own entries that the address has not shown yet: on a busy page there may be several. */
  readonly pendingWrites: readonly string[];
}

/** The state once the address has changed: by an entry of ours, or by somebody else's, which the draft then follows. */
function reconcile(before: Draft, address: string): Draft {
  if (before.lastAddress === address) return before;
  const index = before.pendingWrites.indexOf(address);
  if (index < 0) return { draft: address, lastAddress: address, written: address, pendingWrites: [] };
  return { ...before, lastAddress: address, pendingWrites: before.pendingWrites.slice(index + 1) };
}

/**
 * What stands in the search field: the rows follow it at once, the address once nobody types, or when the focus goes
 * elsewhere: the entry that a link leaves behind must have it. An address that changes by itself, as on Back, wins.
 * @param address the query as the address has it
 * @param write puts a query there; false when it could not, as another page's address stands there by now
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

  // A key that is still on its way to the state must not be overwritten, so the update starts from what it meets.
  if (state.lastAddress !== address) update((before) => reconcile(before, address));

  const { draft, written } = state;
  useEffect(() => {
    if (draft === written) return;
    // Rows may follow a key so late that the focus has gone by then.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    let timer = setTimeout(flush, isTyping ? DEBOUNCE_MS : 0);
    // The page of the address before may be drawn a while longer: its entry would take Back back.
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
      // A drawer stands over the page: its text goes into the address of the page once that is back.
      if (!writeToAddress(draft)) return restartTimer();
      // It is drawn a while later: put once more by then, it would take back what came between.
      cleanUp();
      update((before) => ({ ...before, written: draft, pendingWrites: [...before.pendingWrites, draft] }));
    }
    document.addEventListener("focusout", flush);
    window.addEventListener("popstate", restartTimer);
    return cleanUp;
  }, [draft, written, update]);

  // The field shows a key by itself, so the rows may come after it.
  return [draft, (text) => startTransition(() => update((before) => ({ ...before, draft: text })))];
}
