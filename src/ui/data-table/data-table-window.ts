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
import { type DrawnRun, drawnRuns, type LineTops, lineTops } from "@/ui/hooks/row-offsets";
import { firstKept } from "@/ui/hooks/scroll-anchor";
import type { LineRange, RowId, RowShape } from "./data-table-types";
import type { RowMemory } from "./row-height-cache";
import { usePrinting } from "./use-is-printing";

/** Up to here all rows are drawn, so that the browser's own search and paper have them all. */
const MOST_DRAWN_WHOLE = 100;
/** Rows that go onto paper at most: some forty pages. */
export const MOST_PRINTED = 1_000;
/** Lines drawn beyond either edge of the window, and lines by which what is drawn moves on. */
const MARGIN = { table: { over: 6, step: 8 }, cards: { over: 2, step: 2 } } as const;

/** Until there is something to measure. */
const FIRST_SHAPES: Readonly<Record<"comfortable" | "compact", RowShape>> = {
  comfortable: { isCards: false, lanes: 1, pitch: 40, gap: 0, headLine: 0, key: "" },
  compact: { isCards: false, lanes: 1, pitch: 32, gap: 0, headLine: 0, key: "" },
};

interface Anchor<Row> {
  readonly rows: readonly Row[];
  readonly place: number;
  /** Its top in the page. */
  readonly docTop: number;
  readonly tops: LineTops;
  readonly lanes: number;
}

interface RowWindowOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => RowId;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** The place of a row that stays drawn, -1 for none. */
  readonly pinned: number;
  readonly density: "comfortable" | "compact";
  /** What else decides on the height of rows. */
  readonly look: string;
  readonly orderKey: string;
  readonly firstIndex: number;
  readonly memory: RowMemory;
}

/** What to draw of the rows, so that the window is full of them. */
export interface RowWindow {
  readonly runs: readonly DrawnRun[];
  /** The free space after the last run, in pixels. */
  readonly end: number;
  /** Rows that fit the window at once. */
  readonly pageRows: () => number;
}

/**
 * Draws the rows near the window only, in normal flow with spacers between them. The row at the upper edge keeps its
 * place when rows come or go above it; another order starts at the table's top.
 * Own code instead of @tanstack/react-virtual, which costs 9 KB on the first screen.
 */
export function useRowWindow<Row>(options: RowWindowOptions<Row>): RowWindow {
  const { rows, rowId, body, pinned, density, look, orderKey, firstIndex, memory } = options;
  const shape = memory.read().shape ?? FIRST_SHAPES[density];
  const [range, setRange] = useState(memory.read().range);
  const [, redraw] = useState(0);
  const anchor = useRef<Anchor<Row>>(null);
  const shownOrder = useRef(orderKey);
  // The browser may scroll by itself once the page gets shorter: what counts is where it was before.
  const scrolledBefore = window.scrollY;

  const known = useMemo(() => knownLines(rows, rowId, shape, memory.heights), [rows, rowId, shape, memory]);
  const lines = Math.ceil(rows.length / shape.lanes);
  const tops = lineTops(lines, shape.pitch, known);
  const areFew = rows.length <= MOST_DRAWN_WHOLE;
  // The window first: rows that nobody sees yet must not hold up those that are seen.
  const isWhole = useDeferredValue(areFew, false) && areFew;
  const printed = Math.min(lines, Math.ceil(MOST_PRINTED / shape.lanes));
  const lineRange = usePrinting()
    ? { first: 0, last: printed }
    : isWhole
      ? { first: 0, last: lines }
      : clampRange(range, lines, shape);

  /** The top of a row in the window: as it stands, or as it would stand. */
  function topOf(element: HTMLElement, place: number): number {
    const drawn = element.querySelector(`:scope > [aria-rowindex="${firstIndex + place + 2}"]`);
    const box = drawn?.getBoundingClientRect();
    if (box && box.height > 0) return box.top;
    return element.getBoundingClientRect().top + tops.top(Math.floor(place / shape.lanes));
  }

  function remember(element: HTMLElement): void {
    const { top } = element.getBoundingClientRect();
    const { headLine } = memory.read().shape ?? shape;
    const line = tops.at(headLine - top);
    const place = line * shape.lanes;
    const isPast = top < headLine - 1 && place < rows.length;
    anchor.current = isPast
      ? {
          rows: rows,
          place,
          docTop: topOf(element, place) + window.scrollY,
          tops: tops,
          lanes: shape.lanes,
        }
      : null;
  }

  /** Puts the row that was at the upper edge back there. */
  function keepPlace(element: HTMLElement): void {
    const was = anchor.current;
    if (!was) return;
    const kept =
      was.rows === rows ? { before: was.place, now: was.place } : firstKept(was.rows, rows, rowId, was.place);
    if (!kept) return scrollToStart(element);
    const lineBefore = Math.floor(kept.before / was.lanes);
    const docTop = was.docTop + was.tops.top(lineBefore) - was.tops.top(Math.floor(was.place / was.lanes));
    const shift = topOf(element, kept.now) - (docTop - scrolledBefore);
    if (Math.abs(shift) >= 1) window.scrollBy(0, shift);
  }

  function scrollToStart(element: HTMLElement): void {
    anchor.current = null;
    const { headLine } = memory.read().shape ?? shape;
    const shift = element.getBoundingClientRect().top - headLine;
    if (shift < 0) window.scrollBy(0, shift);
  }

  function drawAround(element: HTMLElement, isAtOnce: boolean): void {
    if (isWhole) return;
    const next = rangeAround(element.getBoundingClientRect().top, tops, shape);
    const { first, last } = memory.read().range;
    if (first === next.first && last === next.last) return;
    memory.keep({ range: next });
    if (isAtOnce) flushSync(() => setRange(next));
    else setRange(next);
  }

  /** Tells whether the rows must be drawn again for it. */
  function takeShape(measured: RowShape): boolean {
    if (shape.key !== "") memory.heights.clear();
    memory.keep({ shape: measured });
    return !isSameGrid(measured, shape);
  }

  const settle = useEffectEvent(() => {
    const element = body.current;
    if (!element) return;
    const measured = measureShape(element, look, shape);
    // Drawn again before anything is painted.
    if (measured !== shape && takeShape(measured)) return redraw((n) => n + 1);
    if (shape.isCards && measureCards(element, options, shape, memory.heights, known)) redraw((n) => n + 1);
    if (shownOrder.current === orderKey) keepPlace(element);
    else scrollToStart(element);
    shownOrder.current = orderKey;
    remember(element);
    drawAround(element, false);
  });
  // oxlint-disable-next-line react/set-state-in-effect -- what is drawn follows from what is measured
  useLayoutEffect(() => settle());

  const onScroll = useEffectEvent(() => {
    if (!body.current) return;
    remember(body.current);
    // At once: the frame that scrolls should have the rows.
    drawAround(body.current, true);
  });
  useEffect(() => {
    const scrolled = () => onScroll();
    const resized = () => redraw((n) => n + 1);
    window.addEventListener("scroll", scrolled, { passive: true });
    window.addEventListener("resize", resized);
    return () => {
      window.removeEventListener("scroll", scrolled);
      window.removeEventListener("resize", resized);
    };
  }, []);

  const pageRows = () => {
    const { headLine, pitch, lanes } = memory.read().shape ?? shape;
    return Math.max(1, Math.floor((window.innerHeight - headLine) / pitch) - 1) * lanes;
  };
  return {
    ...drawnRuns({ tops, rows: rows.length, lanes: shape.lanes, gap: shape.gap, ...lineRange, pinned }),
    pageRows,
  };
}

function knownLines<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  { isCards, lanes }: RowShape,
  heights: ReadonlyMap<RowId, number>,
): Map<number, number> {
  const known = new Map<number, number>();
  if (!isCards || heights.size === 0) return known;
  for (let place = 0; place < rows.length; place += lanes) {
    const row = rows[place];
    const height = row === undefined ? undefined : heights.get(rowId(row));
    if (height !== undefined) known.set(place / lanes, height);
  }
  return known;
}

function rangeAround(bodyTop: number, tops: LineTops, { isCards }: RowShape): LineRange {
  const { over, step } = isCards ? MARGIN.cards : MARGIN.table;
  const from = tops.at(-bodyTop) - over;
  const to = tops.at(window.innerHeight - bodyTop) + 1 + over;
  return { first: Math.max(0, Math.floor(from / step) * step), last: Math.ceil(to / step) * step };
}

/** A range of fewer rows than before, or the first one: as many lines as the window may have. */
function clampRange({ first, last }: LineRange, lines: number, shape: RowShape): LineRange {
  if (first < lines && last > first) return { first, last: Math.min(last, lines) };
  const { over } = shape.isCards ? MARGIN.cards : MARGIN.table;
  const most = Math.ceil(window.innerHeight / shape.pitch) + over;
  return { first: 0, last: Math.min(most, lines) };
}

function isSameGrid(a: RowShape, b: RowShape): boolean {
  return a.isCards === b.isCards && a.lanes === b.lanes && a.pitch === b.pitch && a.gap === b.gap;
}

/** The shape as it is laid out now; the same object while nothing changed. */
function measureShape(body: HTMLElement, look: string, before: RowShape): RowShape {
  const table = body.closest("table");
  const drawn = body.querySelectorAll<HTMLElement>(":scope > [role=row]");
  const [row] = drawn;
  if (!table || !row || table.clientWidth === 0) return before;
  const key = `${look} ${table.clientWidth}x${window.innerHeight}`;
  if (before.key === key) return before;

  const style = getComputedStyle(body);
  const isCards = style.display === "grid";
  const stickyTop = Number.parseFloat(style.getPropertyValue("--ui-sticky-top")) || 0;
  const gap = isCards ? Number.parseFloat(style.rowGap) || 0 : 0;
  const heights = [...drawn].map((each) => each.getBoundingClientRect().height).sort((a, b) => a - b);
  const middle = heights[Math.floor(heights.length / 2)] ?? 0;
  return {
    isCards,
    lanes: isCards ? Math.max(1, style.gridTemplateColumns.split(" ").length) : 1,
    pitch: Math.max(1, middle + gap),
    gap,
    headLine: stickyTop + (isCards ? 0 : (table.tHead?.offsetHeight ?? 0)),
    key,
  };
}

/** Notes the heights of the lines of cards that are drawn; tells whether any is new. */
function measureCards<Row>(
  body: HTMLElement,
  { rows, rowId, firstIndex }: RowWindowOptions<Row>,
  { lanes, gap }: RowShape,
  heights: Map<RowId, number>,
  known: Map<number, number>,
): boolean {
  let isNew = false;
  for (const element of body.querySelectorAll<HTMLElement>(":scope > [role=row]")) {
    const place = Number(element.getAttribute("aria-rowindex")) - firstIndex - 2;
    const row = rows[place];
    if (row === undefined || place % lanes !== 0) continue;
    const height = element.getBoundingClientRect().height + gap;
    const line = place / lanes;
    if (Math.abs((known.get(line) ?? 0) - height) < 0.5) continue;
    heights.set(rowId(row), height);
    // The memo that made it knows no heights: the same map is brought up to date.
    known.set(line, height);
    isNew = true;
  }
  return isNew;
}
