import { startTransition, useEffect, useEffectEvent, useState } from "react";

/** Ms without a key before what was typed goes into the address: each entry there costs a drawing of the page. */
const SETTLE = 400;

/**
 * What stands in the search field: the rows follow it at once, the address a moment later. An address that changes by
 * itself, as on Back, wins.
 * @param address the query as the address has it
 * @param write puts a query there
 */
export function useQueryDraft(
  address: string,
  write: (query: string) => void,
): readonly [string, (text: string) => void] {
  const [state, setState] = useState({ draft: address, seen: address, written: address });
  const put = useEffectEvent(write);

  if (state.seen !== address) {
    // Our own entry comes back, or somebody else's: then the draft belongs to an older address. A key that is still
    // on its way to the state must not be overwritten, so each update starts from what it meets.
    const isOwn = state.written === address;
    setState((before) =>
      isOwn ? { ...before, seen: address } : { draft: address, seen: address, written: address },
    );
  }

  const { draft, written } = state;
  useEffect(() => {
    if (draft === written) return;
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, written: draft }));
      put(draft);
    }, SETTLE);
    return () => clearTimeout(timer);
  }, [draft, written]);

  // The field shows a key by itself, so the rows may come after it.
  return [draft, (text) => startTransition(() => setState((before) => ({ ...before, draft: text })))];
}
