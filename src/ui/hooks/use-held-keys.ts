import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { isTypingTarget } from "./typing-target";

interface HeldKeysOptions {
  readonly isHolding: boolean;
  /** Whether to collect text, also the text that a focused field would receive. */
  readonly collectsText?: boolean | undefined;
  /** Called on Escape. Without it, the page handles Escape. */
  readonly onEscape?: (() => void) | undefined;
}

/** Returns the character that a key enters. AltGr is reported as Ctrl and Alt. */
function getCharacter({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): string | null {
  return [...key].length === 1 && !metaKey && altKey === ctrlKey ? key : null;
}

/** Keeps keys from the page while it waits for an overlay. Returns the collected text. */
export function useHeldKeys({
  isHolding,
  collectsText = false,
  onEscape,
}: HeldKeysOptions): RefObject<string> {
  const text = useRef("");
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!collectsText && isTypingTarget(event.target)) return;
    const { key } = event;
    const character = getCharacter(event);
    if (character !== null) text.current += character;
    else if (key === "Backspace") text.current = [...text.current].slice(0, -1).join("");
    else if (key === "Escape" && onEscape) onEscape();
    else if (key !== "Enter") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useLayoutEffect(() => {
    if (!isHolding) return;
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, [isHolding]);
  return text;
}
