import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { findScrollAnchor } from "@/ui/hooks/use-edit-search-params";
import type { RowId } from "./data-table-types";

/** Tables with up to this many rows are rendered completely after the first paint. The browser's page search then finds every row. */
const MAX_FULLY_RENDERED = 100;
/** About forty printed pages. */
export const MAX_PRINTED_ROWS = 1_000;
/** Number of rows rendered beyond each end of the visible range, which moves in steps of `STEP` rows. */
const OVERSCAN = 4;
const STEP = 2;

/** Used until the first measurement. */
const INITIAL_TOP_PX = 208;
const NARROW_WINDOW_PX = 780;
const NARROW_ROW_PX = 64;
const INITIAL_ROW_PX = { comfortable: 40, compact: 32 } as const;

interface RowWindowOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => RowId;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Index of a row that is always rendered, or -1. */
  readonly pinned: number;
  readonly density: "comfortable" | "compact";
  /** Identifies the density and the columns, which affect the height of rows. */
  readonly layoutKey: string;
  readonly orderKey: string;
  /** Row height in px before Back or Forward. */
  readonly savedRowHeight: number | undefined;
}

/** The topmost visible row. `pageTop` is the position of its top edge on the page, in px. */
interface Anchor<Row> {
  readonly rows: readonly Row[];
  readonly index: number;
  readonly pageTop: number;
  readonly rowHeight: number;
}

/**
 * Returns the indexes of the rows near the viewport. All rows have the same height. The topmost visible row keeps its
 * position when rows above it change. A virtualizer would store the measurements of each of 100,000 rows.
 */
export function useRowWindow<Row>(options: RowWindowOptions<Row>) {
  const { rows, rowId, body, pinned, density, layoutKey, orderKey } = options;
  const [rowHeight, setRowHeight] = useState(
    () =>
      options.savedRowHeight ??
      (window.innerWidth < NARROW_WINDOW_PX ? NARROW_ROW_PX : INITIAL_ROW_PX[density]),
  );
  const [range, setRange] = useState(() => computeRange(INITIAL_TOP_PX, rowHeight));
  const [isPrinting, setIsPrinting] = useState(false);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const anchor = useRef<Anchor<Row>>(null);
  const measuredFor = useRef("");
  const renderedOrder = useRef(orderKey);
  // The browser may scroll when the page gets shorter, so the position is read before the update.
  const scrollYBefore = window.scrollY;

  const maxFullyRendered = useDeferredValue(rows.length === 0 ? 0 : MAX_FULLY_RENDERED, 0);
  const isWhole = isPrinting || rows.length <= maxFullyRendered;
  // The first paint needs the visible rows only.
  const overscan = maxFullyRendered === 0 ? 0 : OVERSCAN;
  const size = range.last - range.first + 2 * overscan;
  const first = isWhole ? 0 : Math.max(0, Math.min(range.first - overscan, rows.length - size));
  const last = Math.min(rows.length, isWhole ? MAX_PRINTED_ROWS : first + size);
  const indexes = Array.from({ length: last - first }, (_, offset) => first + offset);
  if (pinned >= 0 && pinned < first) indexes.unshift(pinned);
  if (pinned >= last) indexes.push(pinned);

  function measureRowHeight(element: HTMLElement): number {
    const row = element.querySelector<HTMLElement>(":scope > [role=row]:not([data-tone=heading])");
    const key = `${layoutKey} ${element.offsetWidth}`;
    if (!row || row.offsetHeight === 0 || measuredFor.current === key) return rowHeight;
    measuredFor.current = key;
    return row.getBoundingClientRect().height;
  }

  function getRowTop(element: HTMLElement, index: number): number {
    const rendered = element.querySelector(`:scope > [aria-rowindex="${index + 2}"]`);
    const rect = rendered?.getBoundingClientRect();
    if (rect && rect.height > 0) return rect.top;
    return element.getBoundingClientRect().top + index * rowHeight;
  }

  function saveAnchor(element: HTMLElement): void {
    const scrolledBy = getStickyBottom(element) - element.getBoundingClientRect().top;
    const index = Math.max(0, Math.floor(scrolledBy / rowHeight));
    anchor.current =
      scrolledBy > 1 && index < rows.length
        ? { rows, index, pageTop: getRowTop(element, index) + window.scrollY, rowHeight }
        : null;
  }

  function restoreAnchor(element: HTMLElement): void {
    const saved = anchor.current;
    if (!saved) return;
    const match =
      saved.rows === rows
        ? { before: saved.index, now: saved.index }
        : findScrollAnchor(saved.rows, rows, rowId, saved.index);
    if (!match) return scrollToStart(element);
    const pageTop = saved.pageTop + (match.before - saved.index) * saved.rowHeight;
    const delta = getRowTop(element, match.now) - (pageTop - scrollYBefore);
    if (Math.abs(delta) >= 1) window.scrollBy(0, delta);
  }

  function updateRange(element: HTMLElement, update: (next: Range) => void): void {
    const next = computeRange(element.getBoundingClientRect().top, rowHeight);
    if (!isWhole && (range.first !== next.first || range.last !== next.last)) update(next);
  }

  const handleLayout = useEffectEvent(() => {
    const element = body.current;
    if (!element) return;
    const measured = measureRowHeight(element);
    // The table renders again before the browser paints.
    if (measured !== rowHeight) return setRowHeight(measured);
    if (renderedOrder.current === orderKey) restoreAnchor(element);
    else scrollToStart(element);
    renderedOrder.current = orderKey;
    saveAnchor(element);
    updateRange(element, setRange);
  });
  // oxlint-disable-next-line react/set-state-in-effect -- rendering depends on measurements
  useLayoutEffect(() => handleLayout());

  const handleScroll = useEffectEvent(() => {
    if (!body.current) return;
    saveAnchor(body.current);
    // A synchronous update makes the next frame show the rows.
    updateRange(body.current, (next) => flushSync(() => setRange(next)));
  });
  useEffect(() => {
    const controller = new AbortController();
    const listen = (type: string, listener: () => void) =>
      window.addEventListener(type, listener, { signal: controller.signal, passive: true });
    listen("scroll", () => handleScroll());
    listen("resize", rerender);
    // Synchronous, because the browser prints as soon as the handler returns.
    listen("beforeprint", () => flushSync(() => setIsPrinting(true)));
    listen("afterprint", () => flushSync(() => setIsPrinting(false)));
    return () => controller.abort();
  }, []);

  return {
    indexes,
    rowHeight,
    getRowsPerPage: () => {
      const height = window.innerHeight - (body.current ? getStickyBottom(body.current) : 0);
      return Math.max(1, Math.floor(height / rowHeight) - 1);
    },
  };
}

/** Indexes of the visible rows. `last` is exclusive. */
interface Range {
  readonly first: number;
  readonly last: number;
}

function computeRange(bodyTop: number, rowHeight: number): Range {
  const from = Math.floor(-bodyTop / rowHeight);
  const to = Math.ceil((window.innerHeight - bodyTop) / rowHeight);
  return { first: Math.max(0, Math.floor(from / STEP) * STEP), last: Math.ceil(to / STEP) * STEP };
}

/** Scrolls up to the first row, unless it is already visible. */
function scrollToStart(body: HTMLElement): void {
  const delta = body.getBoundingClientRect().top - getStickyBottom(body);
  if (delta < 0) window.scrollBy(0, delta);
}

/** Returns the height that sticky elements cover at the top of the window, in px. */
function getStickyBottom(body: HTMLElement): number {
  const headCell = body.closest("table")?.tHead?.rows[0]?.cells[0];
  if (!headCell) return 0;
  const { top, position } = getComputedStyle(headCell);
  return (Number.parseFloat(top) || 0) + (position === "sticky" ? headCell.offsetHeight : 0);
}
