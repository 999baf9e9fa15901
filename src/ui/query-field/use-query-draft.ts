import { startTransition, useEffect, useEffectEvent, useState } from "react";

/** Debounces URL updates, because each of them renders the page again. */
const DEBOUNCE_MS = 1_000;

/**
 * Returns the search text and its setter. Rows follow the text in a transition. The URL follows when the user stops
 * typing or focus leaves, so that the history entry contains the query. Other URL changes, such as Back, replace the
 * text.
 * @param address the query in the URL
 * @param write writes the query to the URL, or returns false while another page is active
 */
export function useQueryDraft(
  address: string,
  write: (query: string) => boolean,
): readonly [string, (text: string) => void] {
  const { text, setText, lastSent, noteSent } = useFollowedText(address);
  const writeToAddress = useEffectEvent(write);
  const markWritten = useEffectEvent(noteSent);

  useEffect(() => {
    if (text === lastSent) return;
    // The text may update after focus has left the field. No `focusout` event follows then, so the URL is updated
    // immediately.
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
      if (!writeToAddress(text)) return restartTimer();
      // A second write before the next render would overwrite other changes.
      cleanUp();
      markWritten(text);
    }
    document.addEventListener("focusout", flush);
    window.addEventListener("popstate", restartTimer);
    return cleanUp;
  }, [text, lastSent]);

  return [text, (next) => startTransition(() => setText(next))];
}

/**
 * Keeps a text that follows `value`. A text that was sent to the owner of `value` doesn't replace newer letters when it
 * comes back. Any other `value`, such as after Back, replaces the text.
 */
export function useFollowedText(value: string) {
  const [text, setText] = useState(value);
  /** The current value, and texts that were sent and haven't come back. A busy page may have several. */
  const [sent, setSent] = useState<readonly string[]>([value]);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    const index = sent.lastIndexOf(value);
    setLastValue(value);
    setSent(index < 0 ? [value] : sent.slice(index));
    if (index < 0) setText(value);
  }
  return {
    text,
    setText,
    lastSent: sent.at(-1),
    noteSent: (next: string) => setSent((before) => (next === value ? [next] : [...before, next])),
  };
}
