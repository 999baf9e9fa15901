/** How long the second key of a pair such as `g s` may take, in ms. */
const PAIR_WITHIN_MS = 1_200;

/** What a key press means to the shortcuts. */
export type KeyOutcome = { readonly keys: string } | "waiting" | null;

/** Reads key presses one by one and recognises single keys and pairs. */
export function createKeyReader(known: () => ReadonlySet<string>) {
  let first: { readonly key: string; readonly at: number } | null = null;

  /** @param at time of the press in ms */
  return function read(key: string, at: number): KeyOutcome {
    const pair = first !== null && at - first.at <= PAIR_WITHIN_MS ? `${first.key} ${key}` : null;
    first = null;
    const sequences = known();
    if (pair !== null && sequences.has(pair)) return { keys: pair };
    if (sequences.has(key)) return { keys: key };
    for (const sequence of sequences) {
      if (sequence.startsWith(`${key} `)) {
        first = { key, at };
        return "waiting";
      }
    }
    return null;
  };
}

/** True where single keys are typing, not commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null;
}
