import { type RefObject, useLayoutEffect, useRef } from "react";

interface SearchBox {
  /** Ref for the element around the search and the list. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly clear: () => void;
}

/**
 * Manages focus around a list. When the last row disappears, the page's heading gets focus. While rows are left, the
 * table manages focus. When a button clears the search, the search field gets focus.
 * @param count number of rows in the list
 */
export function useSearchBox(count: number, setQuery: (query: string) => void): SearchBox {
  const box = useRef<HTMLDivElement>(null);
  const previousCount = useRef(count);
  // The focus is read before the DOM update, because removed elements lose focus silently.
  const hadFocus = box.current?.contains(document.activeElement) ?? false;

  useLayoutEffect(() => {
    const isEmptied = previousCount.current > 0 && count === 0;
    previousCount.current = count;
    // The user has already moved the focus.
    if (!isEmptied || !hadFocus || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("h1")?.focus();
  });
  return {
    box,
    clear() {
      setQuery("");
      // The pressed button disappears when the search is cleared.
      box.current?.querySelector<HTMLElement>("[data-search-field]")?.focus();
    },
  };
}
