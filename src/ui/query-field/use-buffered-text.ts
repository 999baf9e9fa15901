import { useUpdatedState } from "./use-functional-state";

interface OwnText {
  readonly text: string;
  /** The value that the parent gave last. */
  readonly seen: string;
  /** What the parent was told and has not given back yet. */
  readonly told: readonly string[];
}

const NOTHING: readonly string[] = [];
// A parent that never follows must not make it grow.
const MOST_TOLD = 50;

/**
 * A text that is shown at once, however late its parent follows: its own echoes are ignored, a value from elsewhere (as
 * on Back) wins. Gives the text and the function that writes it.
 */
export function useOwnText(
  value: string,
  onChange: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [state, update] = useUpdatedState<OwnText>({ text: value, seen: value, told: NOTHING });

  if (state.seen !== value) {
    update((before) => {
      const echo = before.told.lastIndexOf(value);
      return echo < 0
        ? { text: value, seen: value, told: NOTHING }
        : { ...before, seen: value, told: before.told.slice(echo + 1) };
    });
  }

  function write(text: string) {
    update(({ seen, told }) => ({
      text,
      seen,
      told: text === seen ? NOTHING : [...told, text].slice(-MOST_TOLD),
    }));
    onChange(text);
  }

  return [state.text, write];
}
