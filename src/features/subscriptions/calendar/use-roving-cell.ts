import { type RefObject, useLayoutEffect, useRef } from "react";

/** One stop of the Tab key in a grid of buttons. */
interface RovingCell<Cell> {
  readonly grid: RefObject<HTMLTableElement | null>;
  /** Where the next key starts from: keys may come faster than other days are drawn. */
  readonly currentCell: () => Cell;
  /** Whether the cell that has been asked for is not drawn yet. */
  readonly isPending: () => boolean;
  /** Gives the focus to a cell as soon as it is the active one. */
  readonly focusSoon: (cell: Cell) => void;
  /** A person has gone elsewhere meanwhile. */
  readonly forget: () => void;
}

/** Moves the focus to the active cell of a grid, found by its `data-cell`; it may belong to days not drawn yet. */
export function useRovingCell<Cell>(active: Cell, cellKey: (cell: Cell) => string): RovingCell<Cell> {
  const grid = useRef<HTMLTableElement>(null);
  const pendingCell = useRef<Cell>(null);
  useLayoutEffect(() => {
    if (pendingCell.current === null || cellKey(pendingCell.current) !== cellKey(active)) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cellKey(active))}"]`);
    if (!cell) return;
    pendingCell.current = null;
    cell.focus();
  });
  return {
    grid,
    currentCell: () => pendingCell.current ?? active,
    isPending: () => pendingCell.current !== null,
    focusSoon: (cell) => {
      pendingCell.current = cell;
    },
    forget: () => {
      pendingCell.current = null;
    },
  };
}
