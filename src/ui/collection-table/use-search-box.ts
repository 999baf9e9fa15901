import { type RefObject, useLayoutEffect, useRef } from "react";

interface SearchBox {
  /** Ref for the element that contains the search and the list. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly clear: () => void;
}

/**
 * Manages focus around a list. When the last row disappears, the page's heading gets focus. When a button clears the
 * search, the search field gets focus. While rows remain, the table manages focus.
 * @param count number of rows in the list
 */
export function useSearchBox(count: number, setQuery: (query: string) => void): SearchBox {
  const box = useRef<HTMLDivElement>(null);
  const previousCount = useRef(count);
  // Read before the DOM update, because removed elements lose focus without an event.
  const hadFocus = box.current?.contains(document.activeElement) ?? false;

  useLayoutEffect(() => {
    const isEmptied = previousCount.current > 0 && count === 0;
    previousCount.current = count;
    // If focus isn't on the body, the user has already moved it.
    if (!isEmptied || !hadFocus || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("h1")?.focus();
  });
  return {
    box,
    clear() {
      setQuery("");
      // The button that was pressed disappears with the search.
      box.current?.querySelector<HTMLElement>("[data-search-field]")?.focus();
    },
  };
}
