import { Button } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { formatCount } from "@/lib/text/numbers";
import { useRootAttribute } from "@/ui/hooks/use-root-attribute";
import classes from "./bulk-bar.module.css";

interface BulkBarProps {
  /** Rows that are selected; draw the bar only while there are some. */
  readonly count: number;
  /** Selected rows that a filter hides now; said, so that nobody changes what they do not see. */
  readonly hiddenCount?: number;
  /** Rows that match. */
  readonly matchingCount: number;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  /** Buttons for what can be done to the selected rows. */
  readonly children?: ReactNode;
}

/**
 * What can be done to the selected rows. Put it right behind the table: it sticks to the lower edge of the window, and
 * at the end of the page it stands below the last row.
 */
export function BulkBar({
  count,
  hiddenCount = 0,
  matchingCount,
  onSelectAll,
  onClear,
  children,
}: BulkBarProps) {
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
        <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
          Select all {formatCount(matchingCount)}
          <span className={classes.wide}>{"\u00a0that match"}</span>
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear
      </Button>
      <div className={classes.actions}>{children}</div>
    </section>
  );
}

/** When the bar goes with the focus in it, the row that had it last takes it back. */
function useRestoreRowFocus(bar: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const row = findNearestTable(element)?.querySelector<HTMLElement>(
        "[data-row-focus][tabindex='0'], [data-row-focus]:not([tabindex])",
      );
      // Once the bar has left the page and the focus with it.
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

/** Pixels of a step, as in data-table.module.css, and how many steps there are. */
const SPACE_STEP_PX = 72;
const MAX_SPACE_STEPS = 4;
/** Pixels between the bar and the window's edge, and between a row and the bar. */
const BAR_MARGIN_PX = 20;

/**
 * Keeps rows that are scrolled to and messages clear of the bar. A variable would say its height to rows as well, but
 * restyle every element below the one that has it; so they are told it in steps, by an attribute of the table. And room at the foot of the page is kept from the bar and its menus as well,
 * so that whoever has the focus there scrolls the page.
 */
function useReservedSpace(bar: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const messages = document.querySelector<HTMLElement>("section[aria-live][data-no-print]");
    const table = bar.current && findNearestTable(bar.current);
    const reserveSpace = (height: number) => {
      messages?.style.setProperty("--ui-bulk-bar", `${height}px`);
      table?.setAttribute(
        "data-room",
        String(Math.min(MAX_SPACE_STEPS, Math.ceil((height + BAR_MARGIN_PX) / SPACE_STEP_PX))),
      );
    };
    // It tells the first height as well, once the layout stands.
    const observer = new ResizeObserver(() => reserveSpace(bar.current?.offsetHeight ?? 0));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      messages?.style.removeProperty("--ui-bulk-bar");
      table?.removeAttribute("data-room");
    };
  }, [bar]);
}
