import { type RefObject, useLayoutEffect, useRef } from "react";

/** One stop of the Tab key in a grid of buttons. */
export interface RovingCell {
  readonly grid: RefObject<HTMLTableElement | null>;
  /** Gives the focus to a cell, by its `data-cell`, as soon as it is drawn. */
  readonly focusSoon: (cell: string) => void;
}

/** Moves the focus to the active cell of a grid; the cell may belong to days that are not drawn yet. */
export function useRovingCell(active: string): RovingCell {
  const grid = useRef<HTMLTableElement>(null);
  const wanted = useRef<string>(null);
  useLayoutEffect(() => {
    if (wanted.current === null || wanted.current !== active) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(active)}"]`);
    if (!cell) return;
    wanted.current = null;
    cell.focus();
  });
  return {
    grid,
    focusSoon: (cell) => {
      wanted.current = cell;
    },
  };
}
