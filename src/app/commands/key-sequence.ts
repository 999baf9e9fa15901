/** How long the second key of a pair such as `g s` may take, in ms. */
const PAIR_WITHIN_MS = 1_200;

/** What a key press means to the shortcuts. */
export type KeyOutcome = { readonly keys: string } | "waiting" | null;

/** Reads key presses one by one and recognises single keys and pairs. */
export function createKeyReader(known: () => ReadonlySet<string>) {
  let first: { readonly key: string; readonly at: number } | null = null;

  function pairWith(key: string, at: number): string | null {
    const pair = first !== null && at - first.at <= PAIR_WITHIN_MS ? `${first.key} ${key}` : null;
    return pair !== null && known().has(pair) ? pair : null;
  }

  /** @param at time of the press in ms */
  function read(key: string, at: number): KeyOutcome {
    const pair = pairWith(key, at);
    first = null;
    if (pair !== null) return { keys: pair };
    const sequences = known();
    if (sequences.has(key)) return { keys: key };
    for (const sequence of sequences) {
      if (sequence.startsWith(`${key} `)) {
        first = { key, at };
        return "waiting";
      }
    }
    return null;
  }

  return {
    read,
    /** Whether a key would be the second of a pair. Reads nothing yet. */
    endsPair: (key: string, at: number) => pairWith(key, at) !== null,
  };
}

/** True where single keys are typing, not commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null;
}
