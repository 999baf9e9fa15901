import { type RefObject, useLayoutEffect, useRef } from "react";

/** What a list that is searched has around it. */
interface SearchBox {
  /** Goes around the search, the list and what stands with them. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Empties the search. */
  readonly clear: () => void;
}

/**
 * Keeps a keyboard's place around a list: when its last row goes, the page's heading takes the focus (while rows are
 * left, the table sees to it); when the search is emptied by a button, its field does.
 * @param count rows of the list
 */
export function useSearchBox(count: number, setQuery: (query: string) => void): SearchBox {
  const box = useRef<HTMLDivElement>(null);
  const previousCount = useRef(count);
  // Read before the page changes: what is removed loses the focus without a word.
  const hadFocus = box.current?.contains(document.activeElement) ?? false;

  useLayoutEffect(() => {
    const isEmptied = previousCount.current > 0 && count === 0;
    previousCount.current = count;
    // The focus is elsewhere when the person went on meanwhile: then it stays there.
    if (!isEmptied || !hadFocus || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("h1")?.focus();
  });
  return {
    box,
    clear() {
      setQuery("");
      // The button that was pressed goes with what it cleared.
      box.current?.querySelector<HTMLElement>("[data-search-field]")?.focus();
    },
  };
}
