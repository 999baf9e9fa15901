import { type RefObject, useLayoutEffect, useRef } from "react";

/** One stop of the Tab key in a grid of buttons. */
interface RovingCell<Cell> {
  readonly grid: RefObject<HTMLTableElement | null>;
  /** Where the next key starts from: keys may come faster than other days are drawn. */
  readonly from: () => Cell;
  /** Whether the cell that has been asked for is not drawn yet. */
  readonly isOnItsWay: () => boolean;
  /** Gives the focus to a cell as soon as it is the active one. */
  readonly focusSoon: (cell: Cell) => void;
  /** A person has gone elsewhere meanwhile. */
  readonly forget: () => void;
}

/** Moves the focus to the active cell of a grid, found by its `data-cell`; it may belong to days not drawn yet. */
export function useRovingCell<Cell>(active: Cell, nameOf: (cell: Cell) => string): RovingCell<Cell> {
  const grid = useRef<HTMLTableElement>(null);
  const wanted = useRef<Cell>(null);
  useLayoutEffect(() => {
    if (wanted.current === null || nameOf(wanted.current) !== nameOf(active)) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(nameOf(active))}"]`);
    if (!cell) return;
    wanted.current = null;
    cell.focus();
  });
  return {
    grid,
    from: () => wanted.current ?? active,
    isOnItsWay: () => wanted.current !== null,
    focusSoon: (cell) => {
      wanted.current = cell;
    },
    forget: () => {
      wanted.current = null;
    },
  };
}
