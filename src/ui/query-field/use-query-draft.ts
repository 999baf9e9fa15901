import { startTransition, useEffect, useEffectEvent } from "react";
import { useUpdatedState } from "./use-functional-state";

/** Ms without a key before what was typed goes into the address: each entry there costs a drawing of the page. */
const SETTLE = 1_000;

interface Draft {
  readonly draft: string;
  /** The address as it was met last. */
  readonly seen: string;
  /** What was put into the address last. */
  readonly written: string;
  /** Our own entries that the address has not shown yet: on a busy page there may be several. */
  readonly ours: readonly string[];
}

/** The state once the address has changed: by an entry of ours, or by somebody else's, which the draft then follows. */
function meet(before: Draft, address: string): Draft {
  if (before.seen === address) return before;
  const place = before.ours.indexOf(address);
  if (place < 0) return { draft: address, seen: address, written: address, ours: [] };
  return { ...before, seen: address, ours: before.ours.slice(place + 1) };
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
  const [state, update] = useUpdatedState<Draft>({
    draft: address,
    seen: address,
    written: address,
    ours: [],
  });
  const put = useEffectEvent(write);

  // A key that is still on its way to the state must not be overwritten, so the update starts from what it meets.
  if (state.seen !== address) update((before) => meet(before, address));

  const { draft, written } = state;
  useEffect(() => {
    if (draft === written) return;
    // Rows may follow a key so late that the focus has gone by then.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    let timer = setTimeout(settle, isTyping ? SETTLE : 0);
    // The page of the address before may be drawn a while longer: its entry would take Back back.
    function waitAnew() {
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLE);
    }
    function stop() {
      clearTimeout(timer);
      document.removeEventListener("focusout", settle);
      window.removeEventListener("popstate", waitAnew);
    }
    function settle() {
      // A drawer stands over the page: its text goes into the address of the page once that is back.
      if (!put(draft)) return waitAnew();
      // It is drawn a while later: put once more by then, it would take back what came between.
      stop();
      update((before) => ({ ...before, written: draft, ours: [...before.ours, draft] }));
    }
    document.addEventListener("focusout", settle);
    window.addEventListener("popstate", waitAnew);
    return stop;
  }, [draft, written, update]);

  // The field shows a key by itself, so the rows may come after it.
  return [draft, (text) => startTransition(() => update((before) => ({ ...before, draft: text })))];
}
