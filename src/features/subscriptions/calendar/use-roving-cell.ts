import { type RefObject, useLayoutEffect, useRef } from "react";

/** Moves focus between the cells of a grid in which only one cell is a tab stop. */
interface RovingCell<Cell> {
  readonly grid: RefObject<HTMLTableElement | null>;
  /** Returns the cell from which the next key press moves focus. It may not be rendered yet. */
  readonly currentCell: () => Cell;
  readonly isPending: () => boolean;
  /** Focuses a cell when it is active and rendered. */
  readonly focusSoon: (cell: Cell) => void;
  readonly forget: () => void;
}

/**
 * Returns functions that focus the active cell after it has rendered. Cells are found by
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
