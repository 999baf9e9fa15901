import { type RefObject, useLayoutEffect, useRef } from "react";

/** The tab stop in a grid of buttons, which follows the focus. */
interface RovingCell<Cell> {
  readonly grid: RefObject<HTMLTableElement | null>;
  /** Returns the cell from which the next key moves. The cell may not be rendered yet. */
  readonly currentCell: () => Cell;
  /** Returns whether the cell to focus isn't rendered yet. */
  readonly isPending: () => boolean;
  /** Focuses a cell as soon as it is the active cell and rendered. */
  readonly focusSoon: (cell: Cell) => void;
  readonly forget: () => void;
}

/**
 * Returns functions that move the focus to the active cell once it is rendered. A cell is found by its
 * `data-cell`.
 */
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
