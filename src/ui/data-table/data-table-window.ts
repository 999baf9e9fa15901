import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { findScrollAnchor } from "@/ui/hooks/scroll-anchor";
import type { RowId, RowMetrics, RowSpan } from "./data-table-types";
import type { RowCache } from "./row-height-cache";

/** Tables with up to this many rows are rendered completely after the first paint. The browser's page search then finds every row. */
const MAX_FULLY_RENDERED = 100;
/** About forty printed pages. */
export const MAX_PRINTED_ROWS = 1_000;
/** Number of rows rendered beyond each end of the range, which covers the viewport and moves in steps of `STEP` rows. */
const OVERSCAN = 4;
const STEP = 2;

/** Used until the first measurement. */
const INITIAL_TOP_PX = 208;
const NARROW_WINDOW_PX = 780;
const NARROW_ROW_PX = 64;
const INITIAL_ROW_PX = { comfortable: 40, compact: 32 } as const;

interface Anchor<Row> {
  readonly rows: readonly Row[];
  readonly index: number;
  /** Position of the row's top edge on the page, in px. */
  readonly pageTop: number;
  readonly rowHeight: number;
}

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
  readonly firstIndex: number;
  readonly cache: RowCache;
}

/** A range of rendered rows. `to` is exclusive, and `spaceBefore` is in px. */
interface RowRange {
  readonly spaceBefore: number;
  readonly from: number;
  readonly to: number;
}

interface RowWindow {
  readonly ranges: readonly RowRange[];
  /** Space after the last range, in px. */
  readonly spaceAfter: number;
  /** Returns the number of rows that fit into the window. */
  readonly getRowsPerPage: () => number;
}

/**
 * Returns the ranges of rows to render, so that a long table renders only rows near the viewport.
 * Rows are in normal flow, and spacers replace the rows that aren't rendered. All rows have the
 * same height. The topmost visible row keeps its position when rows above it change. A new order
 * starts at the top. Simpler than a virtualizer, which stores the measurements of each of 100,000 rows.
 */
export function useRowWindow<Row>(options: RowWindowOptions<Row>): RowWindow {
  const { rows, rowId, body, pinned, density, layoutKey, orderKey, firstIndex, cache } = options;
  const metrics = cache.read().metrics ?? estimateMetrics(density);
  const { rowHeight } = metrics;
  const [range, setRange] = useState(() => cache.read().range ?? computeRange(INITIAL_TOP_PX, rowHeight));
  const [, rerender] = useState(0);
  const anchor = useRef<Anchor<Row>>(null);
  const renderedOrder = useRef(orderKey);
  // The browser may scroll when the page gets shorter, so the position is read before the update.
  const scrollYBefore = window.scrollY;

  const isPrinting = useIsPrinting();
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => startTransition(() => setIsPainted(true)), []);
  const maxWhole = isPrinting ? MAX_PRINTED_ROWS : isPainted ? MAX_FULLY_RENDERED : 0;
  const span =
    isPrinting || rows.length <= maxWhole
      ? { first: 0, last: Math.min(rows.length, maxWhole) }
      : clampSpan({ first: range.first - OVERSCAN, last: range.last + OVERSCAN }, rows.length);

  /** Returns the measured or estimated distance of a row from the top of the viewport. */
  function getRowTop(element: HTMLElement, index: number): number {
    const rendered = element.querySelector(`:scope > [aria-rowindex="${firstIndex + index + 2}"]`);
    const rect = rendered?.getBoundingClientRect();
    if (rect && rect.height > 0) return rect.top;
    return element.getBoundingClientRect().top + index * rowHeight;
  }

  function saveAnchor(element: HTMLElement): void {
    const { top } = element.getBoundingClientRect();
    const { stickyOffset } = cache.read().metrics ?? metrics;
    const index = Math.max(0, Math.floor((stickyOffset - top) / rowHeight));
    const isScrolledPast = top < stickyOffset - 1 && index < rows.length;
    anchor.current = isScrolledPast
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

  function scrollToStart(element: HTMLElement): void {
    anchor.current = null;
    const { stickyOffset } = cache.read().metrics ?? metrics;
    const delta = element.getBoundingClientRect().top - stickyOffset;
    if (delta < 0) window.scrollBy(0, delta);
  }

  function updateRange(element: HTMLElement, isImmediate: boolean): void {
    const next = computeRange(element.getBoundingClientRect().top, rowHeight);
    cache.update({ range: next });
    if (range.first === next.first && range.last === next.last) return;
    // In a fully rendered table, scrolling changes nothing.
    if (isImmediate && span.first === 0 && span.last === rows.length) return;
    if (isImmediate) flushSync(() => setRange(next));
    else setRange(next);
  }

  const handleLayout = useEffectEvent(() => {
    const element = body.current;
    if (!element) return;
    const measured = measureMetrics(element, layoutKey, metrics);
    if (measured !== metrics) {
      cache.update({ metrics: measured });
      // The table renders again before the browser paints.
      if (measured.rowHeight !== rowHeight) return rerender((n) => n + 1);
    }
    if (renderedOrder.current === orderKey) restoreAnchor(element);
    else scrollToStart(element);
    renderedOrder.current = orderKey;
    saveAnchor(element);
    updateRange(element, false);
  });
  // oxlint-disable-next-line react/set-state-in-effect -- rendering depends on measurements
  useLayoutEffect(() => handleLayout());

  const handleScroll = useEffectEvent(() => {
    if (!body.current) return;
    saveAnchor(body.current);
    // A synchronous update makes the next frame show the rows.
    updateRange(body.current, true);
  });
  useEffect(() => {
    const scrollListener = () => handleScroll();
    const resizeListener = () => rerender((n) => n + 1);
    window.addEventListener("scroll", scrollListener, { passive: true });
    window.addEventListener("resize", resizeListener);
    return () => {
      window.removeEventListener("scroll", scrollListener);
      window.removeEventListener("resize", resizeListener);
    };
  }, []);

  const getRowsPerPage = () => {
    const current = cache.read().metrics ?? metrics;
    return Math.max(1, Math.floor((window.innerHeight - current.stickyOffset) / current.rowHeight) - 1);
  };
  return { ...getRanges(span, pinned, rows.length, rowHeight), getRowsPerPage };
}

function estimateMetrics(density: "comfortable" | "compact"): RowMetrics {
  const rowHeight = window.innerWidth < NARROW_WINDOW_PX ? NARROW_ROW_PX : INITIAL_ROW_PX[density];
  return { rowHeight, stickyOffset: 0, measuredFor: "" };
}

function computeRange(bodyTop: number, rowHeight: number): RowSpan {
  const from = Math.floor(-bodyTop / rowHeight);
  const to = Math.ceil((window.innerHeight - bodyTop) / rowHeight);
  return { first: Math.max(0, Math.floor(from / STEP) * STEP), last: Math.ceil(to / STEP) * STEP };
}

/**
 * Limits a span to the list. Moves a span that starts after the last row to the end of the list.
 */
function clampSpan({ first, last }: RowSpan, count: number): RowSpan {
  const size = last - first;
  return last - size < count
    ? { first: Math.max(0, first), last: Math.max(0, Math.min(last, count)) }
    : { first: Math.max(0, count - size), last: count };
}

/** Returns the ranges to render, including the pinned row, and the space after the last range. */
function getRanges({ first, last }: RowSpan, pinned: number, count: number, rowHeight: number) {
  const spans: (readonly [number, number])[] = [];
  if (pinned >= 0 && pinned < first) spans.push([pinned, pinned + 1]);
  if (last > first) spans.push([first, last]);
  if (pinned >= last && pinned < count) spans.push([pinned, pinned + 1]);
  let previousEnd = 0;
  const ranges: RowRange[] = [];
  for (const [from, to] of spans) {
    ranges.push({ spaceBefore: (from - previousEnd) * rowHeight, from, to });
    previousEnd = to;
  }
  return { ranges, spaceAfter: (count - previousEnd) * rowHeight };
}

/** Measures the row layout. Returns the previous object when nothing changed. */
function measureMetrics(body: HTMLElement, layoutKey: string, previous: RowMetrics): RowMetrics {
  const table = body.closest("table");
  const row = body.querySelector<HTMLElement>(":scope > [role=row]");
  if (!table || !row || table.clientWidth === 0) return previous;
  const key = `${layoutKey} ${table.clientWidth}x${window.innerHeight}`;
  if (previous.measuredFor === key) return previous;

  const stickyTop = Number.parseFloat(getComputedStyle(body).getPropertyValue("--ui-sticky-top")) || 0;
  const headerCell = table.tHead?.rows[0]?.cells[0];
  const isHeaderSticky = headerCell !== undefined && getComputedStyle(headerCell).position === "sticky";
  return {
    rowHeight: Math.max(1, row.getBoundingClientRect().height),
    stickyOffset: stickyTop + (isHeaderSticky ? headerCell.offsetHeight : 0),
    measuredFor: key,
  };
}

/**
 * Returns whether the page is being printed, for components that render only some rows on screen.
 */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // Renders synchronously, because the browser prints as soon as the handler returns.
    const handlePrint = ({ type }: Event) => flushSync(() => setIsPrinting(type === "beforeprint"));
    window.addEventListener("beforeprint", handlePrint);
    window.addEventListener("afterprint", handlePrint);
    return () => {
      window.removeEventListener("beforeprint", handlePrint);
      window.removeEventListener("afterprint", handlePrint);
    };
  }, []);
  return isPrinting;
}
