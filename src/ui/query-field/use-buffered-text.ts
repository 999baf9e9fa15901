import { containsApiKey } from "@/lib/text/api-key-text";
import { useFunctionalState } from "./use-functional-state";

interface BufferedText {
  readonly text: string;
  readonly lastValue: string;
  /** Values that were passed to `onChange` and haven't come back as `value` yet. */
  readonly pendingEchoes: readonly string[];
}

const NO_ECHOES: readonly string[] = [];
// Limits the list if the parent never updates.
const MAX_PENDING_ECHOES = 50;

/**
 * Returns a text and its setter. The text updates immediately, even when the parent is slow. A
 * `value` that was passed to `onChange` before is ignored. Any other `value`, such as after Back,
 * replaces the text. A text with an API key stays in the field.
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
    if (containsApiKey(text)) return update((before) => ({ ...before, text }));
    update(({ lastValue, pendingEchoes }) => ({
      text,
      lastValue,
      pendingEchoes: text === lastValue ? NO_ECHOES : [...pendingEchoes, text].slice(-MAX_PENDING_ECHOES),
    }));
    onChange(text);
  }

  return [state.text, setText];
}
