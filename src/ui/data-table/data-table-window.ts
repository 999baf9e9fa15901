import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { createRowOffsets, getVisibleRanges, type RowOffsets, type RowRange } from "@/ui/hooks/row-offsets";
import { findScrollAnchor } from "@/ui/hooks/scroll-anchor";
import type { LineRange, RowId, RowMetrics } from "./data-table-types";
import type { RowCache } from "./row-height-cache";
import { useIsPrinting } from "./use-is-printing";

/** Up to this count all rows are rendered, so that browser search and printing include them. */
const MAX_FULLY_RENDERED = 100;
/** About forty pages. */
export const MAX_PRINTED_ROWS = 1_000;
/** Lines rendered beyond the window, and the step in which the range moves. */
const OVERSCAN = { table: { over: 6, step: 8 }, cards: { over: 2, step: 2 } } as const;

/** Used before the first measurement. */
const INITIAL_METRICS: Readonly<Record<"comfortable" | "compact", RowMetrics>> = {
  comfortable: { isCards: false, lanes: 1, rowHeight: 40, gap: 0, stickyOffset: 0, measuredFor: "" },
  compact: { isCards: false, lanes: 1, rowHeight: 32, gap: 0, stickyOffset: 0, measuredFor: "" },
};

interface Anchor<Row> {
  readonly rows: readonly Row[];
  readonly index: number;
  /** Top of the table in the page, in px. */
  readonly pageTop: number;
  readonly offsets: RowOffsets;
  readonly lanes: number;
}

interface RowWindowOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => RowId;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Index of a row that stays rendered, or -1. */
  readonly pinned: number;
  readonly density: "comfortable" | "compact";
  /** Other state that affects row heights. */
  readonly layoutKey: string;
  readonly orderKey: string;
  readonly firstIndex: number;
  readonly cache: RowCache;
}

export interface RowWindow {
  readonly ranges: readonly RowRange[];
  /** Space after the last range, in px. */
  readonly spaceAfter: number;
  /** Number of rows that fit into the window. */
  readonly getRowsPerPage: () => number;
}

/**
 * Renders only rows near the window, in normal flow with spacers. The topmost visible row keeps its position
 * when rows change above it; a new order starts at the top. Custom code, because @tanstack/react-virtual adds
 * 9 KB to the first screen.
 */
export function useRowWindow<Row>(options: RowWindowOptions<Row>): RowWindow {
  const { rows, rowId, body, pinned, density, layoutKey, orderKey, firstIndex, cache } = options;
  const metrics = cache.read().metrics ?? INITIAL_METRICS[density];
  const [range, setRange] = useState(cache.read().range);
  const [, rerender] = useState(0);
  const anchor = useRef<Anchor<Row>>(null);
  const renderedOrder = useRef(orderKey);
  // The browser may scroll when the page gets shorter, so compare with the previous position.
  const scrollYBefore = window.scrollY;

  const measuredHeights = useMemo(
    () => collectMeasuredHeights(rows, rowId, metrics, cache.heights),
    [rows, rowId, metrics, cache],
  );
  const lineCount = Math.ceil(rows.length / metrics.lanes);
  const offsets = createRowOffsets(lineCount, metrics.rowHeight, measuredHeights);
  const canRenderAll = rows.length <= MAX_FULLY_RENDERED;
  // Render visible rows first.
  const isFullyRendered = useDeferredValue(canRenderAll, false) && canRenderAll;
  const printedLines = Math.min(lineCount, Math.ceil(MAX_PRINTED_ROWS / metrics.lanes));
  const lineRange = useIsPrinting()
    ? { first: 0, last: printedLines }
    : isFullyRendered
      ? { first: 0, last: lineCount }
      : clampRange(range, lineCount, metrics);

  /** Returns the measured or estimated top of a row in the window. */
  function getRowTop(element: HTMLElement, index: number): number {
    const rendered = element.querySelector(`:scope > [aria-rowindex="${firstIndex + index + 2}"]`);
    const rect = rendered?.getBoundingClientRect();
    if (rect && rect.height > 0) return rect.top;
    return element.getBoundingClientRect().top + offsets.offsetOf(Math.floor(index / metrics.lanes));
  }

  function saveAnchor(element: HTMLElement): void {
    const { top } = element.getBoundingClientRect();
    const { stickyOffset } = cache.read().metrics ?? metrics;
    const line = offsets.indexAt(stickyOffset - top);
    const index = line * metrics.lanes;
    const isScrolledPast = top < stickyOffset - 1 && index < rows.length;
    anchor.current = isScrolledPast
      ? {
          rows: rows,
          index,
          pageTop: getRowTop(element, index) + window.scrollY,
          offsets: offsets,
          lanes: metrics.lanes,
        }
      : null;
  }

  /** Restores the position of the anchor row. */
  function restoreAnchor(element: HTMLElement): void {
    const savedAnchor = anchor.current;
    if (!savedAnchor) return;
    const match =
      savedAnchor.rows === rows
        ? { before: savedAnchor.index, now: savedAnchor.index }
        : findScrollAnchor(savedAnchor.rows, rows, rowId, savedAnchor.index);
    if (!match) return scrollToStart(element);
    const lineBefore = Math.floor(match.before / savedAnchor.lanes);
    const pageTop =
      savedAnchor.pageTop +
      savedAnchor.offsets.offsetOf(lineBefore) -
      savedAnchor.offsets.offsetOf(Math.floor(savedAnchor.index / savedAnchor.lanes));
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
    if (isFullyRendered) return;
    const next = computeVisibleRange(element.getBoundingClientRect().top, offsets, metrics);
    const { first, last } = cache.read().range;
    if (first === next.first && last === next.last) return;
    cache.update({ range: next });
    if (isImmediate) flushSync(() => setRange(next));
    else setRange(next);
  }

  /** Returns whether rows must be re-rendered. */
  function applyMetrics(measured: RowMetrics): boolean {
    if (metrics.measuredFor !== "") cache.heights.clear();
    cache.update({ metrics: measured });
    return !isSameGrid(measured, metrics);
  }

  const handleLayout = useEffectEvent(() => {
    const element = body.current;
    if (!element) return;
    const measured = measureMetrics(element, layoutKey, metrics);
    // Re-rendered before painting.
    if (measured !== metrics && applyMetrics(measured)) return rerender((n) => n + 1);
    if (metrics.isCards && measureCards(element, options, metrics, cache.heights, measuredHeights))
      rerender((n) => n + 1);
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
    // Synchronous, so that the scrolled frame already shows the rows.
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
    const { stickyOffset, rowHeight, lanes } = cache.read().metrics ?? metrics;
    return Math.max(1, Math.floor((window.innerHeight - stickyOffset) / rowHeight) - 1) * lanes;
  };
  return {
    ...getVisibleRanges({
      offsets,
      rows: rows.length,
      lanes: metrics.lanes,
      gap: metrics.gap,
      ...lineRange,
      pinned,
    }),
    getRowsPerPage,
  };
}

function collectMeasuredHeights<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  { isCards, lanes }: RowMetrics,
  heights: ReadonlyMap<RowId, number>,
): Map<number, number> {
  const measuredHeights = new Map<number, number>();
  if (!isCards || heights.size === 0) return measuredHeights;
  for (let index = 0; index < rows.length; index += lanes) {
    const row = rows[index];
    const height = row === undefined ? undefined : heights.get(rowId(row));
    if (height !== undefined) measuredHeights.set(index / lanes, height);
  }
  return measuredHeights;
}

function computeVisibleRange(bodyTop: number, offsets: RowOffsets, { isCards }: RowMetrics): LineRange {
  const { over, step } = isCards ? OVERSCAN.cards : OVERSCAN.table;
  const from = offsets.indexAt(-bodyTop) - over;
  const to = offsets.indexAt(window.innerHeight - bodyTop) + 1 + over;
  return { first: Math.max(0, Math.floor(from / step) * step), last: Math.ceil(to / step) * step };
}

/** Limits the range to the lines that fit into the window. */
function clampRange({ first, last }: LineRange, lineCount: number, metrics: RowMetrics): LineRange {
  if (first < lineCount && last > first) return { first, last: Math.min(last, lineCount) };
  const { over } = metrics.isCards ? OVERSCAN.cards : OVERSCAN.table;
  const maxLines = Math.ceil(window.innerHeight / metrics.rowHeight) + over;
  return { first: 0, last: Math.min(maxLines, lineCount) };
}

function isSameGrid(a: RowMetrics, b: RowMetrics): boolean {
  return a.isCards === b.isCards && a.lanes === b.lanes && a.rowHeight === b.rowHeight && a.gap === b.gap;
}

/** Measures the layout. Returns the previous object when nothing changed. */
function measureMetrics(body: HTMLElement, layoutKey: string, previous: RowMetrics): RowMetrics {
  const table = body.closest("table");
  const rendered = body.querySelectorAll<HTMLElement>(":scope > [role=row]");
  const [row] = rendered;
  if (!table || !row || table.clientWidth === 0) return previous;
  const key = `${layoutKey} ${table.clientWidth}x${window.innerHeight}`;
  if (previous.measuredFor === key) return previous;

  const style = getComputedStyle(body);
  const isCards = style.display === "grid";
  const stickyTop = Number.parseFloat(style.getPropertyValue("--ui-sticky-top")) || 0;
  const gap = isCards ? Number.parseFloat(style.rowGap) || 0 : 0;
  const heights = [...rendered].map((each) => each.getBoundingClientRect().height).sort((a, b) => a - b);
  const medianHeight = heights[Math.floor(heights.length / 2)] ?? 0;
  return {
    isCards,
    lanes: isCards ? Math.max(1, style.gridTemplateColumns.split(" ").length) : 1,
    rowHeight: Math.max(1, medianHeight + gap),
    gap,
    stickyOffset: stickyTop + (isCards ? 0 : (table.tHead?.offsetHeight ?? 0)),
    measuredFor: key,
  };
}

/** Measures rendered card lines. Returns whether a height changed. */
function measureCards<Row>(
  body: HTMLElement,
  { rows, rowId, firstIndex }: RowWindowOptions<Row>,
  { lanes, gap }: RowMetrics,
  heights: Map<RowId, number>,
  measuredHeights: Map<number, number>,
): boolean {
  let hasNewHeight = false;
  for (const element of body.querySelectorAll<HTMLElement>(":scope > [role=row]")) {
    const index = Number(element.getAttribute("aria-rowindex")) - firstIndex - 2;
    const row = rows[index];
    if (row === undefined || index % lanes !== 0) continue;
    const height = element.getBoundingClientRect().height + gap;
    const line = index / lanes;
    if (Math.abs((measuredHeights.get(line) ?? 0) - height) < 0.5) continue;
    heights.set(rowId(row), height);
    // The memoized map starts without heights, so update it in place.
    measuredHeights.set(line, height);
    hasNewHeight = true;
  }
  return hasNewHeight;
}
