import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps a keyboard's place when the last row of a list goes: the page's heading takes the focus. While rows are left,
 * the table sees to it.
 * @returns goes around the list and what stands with it
 */
export function useFocusWhenEmptied(count: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  // Read before the page changes: what is removed loses the focus without a word.
  const hadFocus = box.current?.contains(document.activeElement) ?? false;

  useLayoutEffect(() => {
    const isEmptied = before.current > 0 && count === 0;
    before.current = count;
    // The focus is elsewhere when the person went on meanwhile: then it stays there.
    if (!isEmptied || !hadFocus || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("h1")?.focus();
  });
  return box;
}
