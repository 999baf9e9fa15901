import { type RefObject, useLayoutEffect, useRef } from "react";

/** A roving tab stop in a grid of buttons. */
interface RovingCell<Cell> {
  readonly grid: RefObject<HTMLTableElement | null>;
  /** The starting cell for the next key. May not be rendered yet. */
  readonly currentCell: () => Cell;
  /** Whether the requested cell isn't rendered yet. */
  readonly isPending: () => boolean;
  /** Focuses a cell once it is active. */
  readonly focusSoon: (cell: Cell) => void;
  /** Cancels a pending focus. */
  readonly forget: () => void;
}

/** Moves the focus to the active cell, found by its `data-cell`, once it is rendered. */
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
