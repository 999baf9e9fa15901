import { type RefObject, useEffect, useRef } from "react";

/** Keeps a keyboard's place in a list whose rows go away. */
export interface FocusAfterRemoval {
  /** Goes around the list. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Call it just before the row of this record goes. */
  readonly expectRemoval: (id: number) => void;
}

/** When the row that had the focus is gone, the one in its place takes it; without any, the page's heading. */
export function useFocusAfterRemoval(rows: readonly { readonly id: number }[]): FocusAfterRemoval {
  const box = useRef<HTMLDivElement>(null);
  const expected = useRef<{ readonly id: number; readonly place: number }>(null);

  useEffect(() => {
    const removed = expected.current;
    if (removed === null || rows.some((row) => row.id === removed.id)) return;
    expected.current = null;
    // The person went on meanwhile: then nothing is taken away from them.
    if (document.activeElement !== document.body) return;
    const stops = box.current?.querySelectorAll<HTMLElement>("[data-row-focus]") ?? [];
    const heading = document.querySelector<HTMLElement>("h1");
    (stops[Math.min(removed.place, stops.length - 1)] ?? heading)?.focus();
  }, [rows]);

  function expectRemoval(id: number) {
    expected.current = { id, place: rows.findIndex((row) => row.id === id) };
  }
  return { box, expectRemoval };
}
