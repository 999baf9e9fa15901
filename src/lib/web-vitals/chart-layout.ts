export interface ChartPoint {
  /** In ms since 1970. Null when only the position in the series is known. */
  readonly at: number | null;
  /** Formatted date, such as "7 Jan 2024". */
  readonly label: string;
  /** Null for a gap in the line. */
  readonly value: number | null;
  readonly note?: string;
}

/** A point with its distance from the left and bottom, in percent. */
export interface PlacedPoint {
  readonly point: ChartPoint;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly isBackground: boolean;
}

export interface ChartSegment {
  readonly from: PlacedPoint;
  readonly to: PlacedPoint;
}

export interface ChartLayout {
  /** All points with a value, from left to right. At the same position, background points come first. */
  readonly points: readonly PlacedPoint[];
  readonly segments: readonly ChartSegment[];
  /** Round values, starting at 0. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly top: number;
  /** False if foreground points lack times, because the background then can't be aligned. */
  readonly hasBackground: boolean;
}

const SHARES = [1, 2, 2.5, 5, 10];
const MAX_STEPS = 4;

/** Returns up to five round values, from 0 to at least `top`. */
export function roundTicks(top: number): readonly number[] {
  if (!(top > 0) || !Number.isFinite(top)) return [0, 1];
  const rough = top / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (SHARES.find((share) => share * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const count = Math.max(1, Math.ceil(top / step - 1e-9));
  // Rounding to 12 digits removes floating-point errors, such as 0.30000000000000004 for 3 * 0.1.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/**
 * Computes the layout of two series in one chart. The scale includes the lowest of `bounds`, and other bounds up to
 * twice the highest value. Places points by time when every foreground point has a time, otherwise by index.
 */
export function layOutChart(
  foreground: readonly ChartPoint[],
  background: readonly ChartPoint[] = [],
  bounds: readonly number[] = [],
): ChartLayout {
  const isByTime = foreground.every(({ at }) => at !== null);
  const visibleBackground = isByTime ? background.filter(({ at }) => at !== null) : [];
  const high = Math.max(0, ...[...foreground, ...visibleBackground].map(({ value }) => value ?? 0));
  const nearBounds = [...bounds]
    .sort((a, b) => a - b)
    .filter((bound, index) => index === 0 || bound <= high * 2);
  const ticks = roundTicks(Math.max(high * 1.08, ...nearBounds.map((bound) => bound * 1.08)));
  const top = ticks.at(-1) ?? 1;
  const placeX = isByTime
    ? createTimeScale([...foreground, ...visibleBackground])
    : (_point: ChartPoint, index: number) => scaleToPercent(index, 0, foreground.length - 1);
  const placePoints = (
    points: readonly ChartPoint[],
    isBackground: boolean,
  ): readonly (PlacedPoint | null)[] => {
    const placed = points.map((point, index) => {
      const { value } = point;
      const x = placeX(point, index);
      const y = Math.max(0, ((value ?? 0) / top) * 100);
      return { x, placed: value === null ? null : { point, value, x, y, isBackground } };
    });
    // The server may return points out of order.
    return placed.sort((a, b) => a.x - b.x).map((each) => each.placed);
  };
  const [ofFront, ofBack] = [placePoints(foreground, false), placePoints(visibleBackground, true)];
  return {
    points: [...ofBack, ...ofFront].filter((point) => point !== null).sort((a, b) => a.x - b.x),
    segments: [...toSegments(ofBack), ...toSegments(ofFront)],
    ticks: ticks.map((value) => ({ value, y: (value / top) * 100 })),
    top,
    hasBackground: isByTime,
  };
}

function createTimeScale(points: readonly ChartPoint[]): (point: ChartPoint) => number {
  const times = points.flatMap(({ at }) => at ?? []);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return ({ at }) => scaleToPercent(at ?? first, first, last);
}

/** Converts a value to percent of the range. If the range is a single value, returns 50. */
function scaleToPercent(value: number, first: number, last: number): number {
  return last > first ? ((value - first) / (last - first)) * 100 : 50;
}

function toSegments(points: readonly (PlacedPoint | null)[]): readonly ChartSegment[] {
  return points.flatMap((to, index) => {
    const from = points[index - 1];
    return from && to ? [{ from, to }] : [];
  });
}
