/** Opens the list of shortcuts. */
export const HELP_KEYS = "?";

/** Maximum time between the two keys of a pair such as `g s`. */
const PAIR_TIMEOUT_MS = 1_200;

/** The recognized keys, `waiting` after the first key of a pair, or null for other keys. */
export type KeyOutcome = { readonly keys: string } | "waiting" | null;

/** Creates a reader for single keys and pairs of keys. */
export function createKeySequenceReader(getKnownKeys: () => ReadonlySet<string>) {
  let pendingKey: { readonly key: string; readonly timeMs: number } | null = null;

  function matchPair(key: string, timeMs: number): string | null {
    const pair =
      pendingKey !== null && timeMs - pendingKey.timeMs <= PAIR_TIMEOUT_MS
        ? `${pendingKey.key} ${key}`
        : null;
    return pair !== null && getKnownKeys().has(pair) ? pair : null;
  }

  function read(key: string, timeMs: number): KeyOutcome {
    const pair = matchPair(key, timeMs);
    pendingKey = null;
    if (pair !== null) return { keys: pair };
    const sequences = getKnownKeys();
    if (sequences.has(key)) return { keys: key };
    for (const sequence of sequences) {
      if (sequence.startsWith(`${key} `)) {
        pendingKey = { key, timeMs };
        return "waiting";
      }
    }
    return null;
  }

  return {
    read,
    isSecondKey: (key: string, timeMs: number) => matchPair(key, timeMs) !== null,
  };
}

/** Whether the target is in a text field, select, or dialog, where single keys aren't shortcuts. */
export function isTextEntryTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null;
}
