import { Button } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { formatCount } from "@/lib/text/numbers";
import type { RowId } from "@/ui/data-table/data-table-types";
import { useRootAttribute } from "@/ui/hooks/use-root-attribute";
import classes from "./bulk-bar.module.css";

interface SelectionBarProps<Row> {
  readonly selection: ReadonlySet<RowId>;
  readonly rows: readonly Row[];
  readonly getRowId: (row: Row) => RowId;
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly children: ReactNode;
}

export function SelectionBar<Row>({ selection, rows, getRowId, onChange, children }: SelectionBarProps<Row>) {
  if (selection.size === 0) return null;
  const visibleSelectedCount = rows.reduce((sum, row) => sum + (selection.has(getRowId(row)) ? 1 : 0), 0);
  return (
    <BulkBar
      count={selection.size}
      hiddenCount={selection.size - visibleSelectedCount}
      matchingCount={rows.length}
      onSelectAll={() => onChange(new Set([...selection, ...rows.map(getRowId)]))}
      onClear={() => onChange(new Set())}
    >
      {children}
    </BulkBar>
  );
}

interface BulkBarProps {
  /** Number of selected rows. Render the bar only while rows are selected. */
  readonly count: number;
  /** Number of selected rows that the filter hides. Included in `count`. */
  readonly hiddenCount?: number;
  readonly matchingCount: number;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/**
 * Shows the number of selected rows and their actions. Place the bar directly after the table. Its
 * sticky position then keeps the bar at the bottom of the window.
 */
function BulkBar({ count, hiddenCount = 0, matchingCount, onSelectAll, onClear, children }: BulkBarProps) {
  const bar = useRef<HTMLElement>(null);
  useRestoreRowFocus(bar);
  useReservedSpace(bar);
  useRootAttribute("data-has-bulk-bar");
  return (
    <section ref={bar} className={classes.bar} aria-label="Selection" data-no-print>
      <span className={classes.count}>
        {formatCount(count)} selected
        {hiddenCount > 0 && <span className={classes.hidden}>{`, ${formatCount(hiddenCount)} hidden`}</span>}
      </span>
      {count - hiddenCount < matchingCount && (
        <Button variant="subtle" onClick={onSelectAll}>
          Select all {formatCount(matchingCount)}
          <span className={classes.wide}>{"\u00a0that match"}</span>
        </Button>
      )}
      <Button variant="subtle" onClick={onClear}>
        Clear
      </Button>
      <div className={classes.actions}>{children}</div>
    </section>
  );
}

/** When the bar closes while it has focus, moves focus to the last focused row. */
function useRestoreRowFocus(bar: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const row = findNearestTable(element)?.querySelector<HTMLElement>(
        "[data-row-focus][tabindex='0'], [data-row-focus]:not([tabindex])",
      );
      // The microtask runs after the bar is removed from the page.
      queueMicrotask(() => row?.focus({ preventScroll: true }));
    };
  }, [bar]);
}

function findNearestTable(element: Element): HTMLElement | null {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const table = ancestor.querySelector<HTMLElement>("[role=table]");
    if (table) return table;
  }
  return null;
}

/** Must match the steps in data-table.module.css. */
const SPACE_STEP_PX = 72;
const MAX_SPACE_STEPS = 4;
const BAR_MARGIN_PX = 20;

/**
 * Reserves space at the bottom, so that the bar doesn't cover focused rows or toasts. Sets the
 * table's space in steps through an attribute, because a CSS variable would restyle all elements
 * inside the table.
 */
function useReservedSpace(bar: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const messages = document.querySelector<HTMLElement>("[data-toasts]");
    const table = bar.current && findNearestTable(bar.current);
    const reserveSpace = (height: number) => {
      messages?.style.setProperty("--ui-bulk-bar", `${height}px`);
      table?.setAttribute(
        "data-room",
        String(Math.min(MAX_SPACE_STEPS, Math.ceil((height + BAR_MARGIN_PX) / SPACE_STEP_PX))),
      );
    };
    // The observer also reports the initial height after layout.
    const observer = new ResizeObserver(() => reserveSpace(bar.current?.offsetHeight ?? 0));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      messages?.style.removeProperty("--ui-bulk-bar");
      table?.removeAttribute("data-room");
    };
  }, [bar]);
}
