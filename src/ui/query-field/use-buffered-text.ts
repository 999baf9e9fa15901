import { useFunctionalState } from "./use-functional-state";

interface BufferedText {
  readonly text: string;
  /** The value that the parent gave last. */
  readonly lastValue: string;
  /** What the parent was told and has not given back yet. */
  readonly pendingEchoes: readonly string[];
}

const NO_ECHOES: readonly string[] = [];
// A parent that never follows must not make it grow.
const MAX_PENDING_ECHOES = 50;

/**
 * A text that is shown at once, however late its parent follows: its own echoes are ignored, a value from elsewhere (as
 * on Back) wins. Gives the text and the function that writes it.
 */
export function useBufferedText(
  value: string,
  onChange: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [state, update] = useFunctionalState<BufferedText>({
    text: value,
    lastValue: value,
    pendingEchoes: NO_ECHOES,
  });

  if (state.lastValue !== value) {
    update((before) => {
      const echoIndex = before.pendingEchoes.lastIndexOf(value);
      return echoIndex < 0
        ? { text: value, lastValue: value, pendingEchoes: NO_ECHOES }
        : { ...before, lastValue: value, pendingEchoes: before.pendingEchoes.slice(echoIndex + 1) };
    });
  }

  function setText(text: string) {
    update(({ lastValue, pendingEchoes }) => ({
      text,
      lastValue,
      pendingEchoes: text === lastValue ? NO_ECHOES : [...pendingEchoes, text].slice(-MAX_PENDING_ECHOES),
    }));
    onChange(text);
  }

  return [state.text, setText];
}
