/** One point of a series. */
export interface ChartPoint {
  /** Milliseconds since 1970; null where only its place in the series is known. */
  readonly at: number | null;
  /** When it was, in words: "7 Jan 2024". */
  readonly label: string;
  /** null is a gap. */
  readonly value: number | null;
  /** More about the value in words, such as what it is called. */
  readonly note?: string;
}

/** A point with a value and its place: percent from the left, and from the bottom. */
export interface PlacedPoint {
  readonly point: ChartPoint;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  /** Stands in the series behind. */
  readonly isBackground: boolean;
}

/** A straight piece between two neighbours, in the same percent. */
export interface ChartSegment {
  readonly from: PlacedPoint;
  readonly to: PlacedPoint;
}

/** Where everything of a chart stands. */
export interface ChartLayout {
  /** All points with a value from left to right; of those at one place the series in front comes last. */
  readonly points: readonly PlacedPoint[];
  readonly segments: readonly ChartSegment[];
  /** Round values from 0 on. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** The value at the upper edge. */
  readonly top: number;
  /** False where the series behind has no place: the one in front does not say when its points were. */
  readonly hasBackground: boolean;
}

const SHARES = [1, 2, 2.5, 5, 10];
const MAX_STEPS = 4;

/** Round values from 0 to the first that is not below `top`; five at most. */
export function roundTicks(top: number): readonly number[] {
  if (!(top > 0) || !Number.isFinite(top)) return [0, 1];
  const rough = top / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (SHARES.find((share) => share * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const count = Math.max(1, Math.ceil(top / step - 1e-9));
  // Not added up: 0.1 three times is not 0.3.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/**
 * Places two series on one field. `bounds` are values that the field should show; the upper ones give way where they
 * are far above all points. Points stand by time where each point in front has one, else by their order.
 */
export function layOutChart(
  foreground: readonly ChartPoint[],
  background: readonly ChartPoint[] = [],
  bounds: readonly number[] = [],
): ChartLayout {
  const isByTime = foreground.every(({ at }) => at !== null);
  const visibleBackground = isByTime ? background.filter(({ at }) => at !== null) : [];
  const high = maxValue([...foreground, ...visibleBackground]);
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
    const placed = points.map((point, at) => {
      if (point.value === null) return { x: placeX(point, at), placed: null };
      const x = placeX(point, at);
      return {
        x,
        placed: {
          point,
          value: point.value,
          x,
          y: Math.max(0, (point.value / top) * 100),
          isBackground,
        },
      };
    });
    // Whatever order was served in, a line goes from left to right.
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

function maxValue(points: readonly ChartPoint[]): number {
  return points.reduce((max, { value }) => (value !== null && value > max ? value : max), 0);
}

function createTimeScale(points: readonly ChartPoint[]): (point: ChartPoint) => number {
  const times = points.flatMap(({ at }) => at ?? []);
  const first = times.reduce((min, time) => Math.min(min, time), Number.POSITIVE_INFINITY);
  const last = times.reduce((max, time) => Math.max(max, time), Number.NEGATIVE_INFINITY);
  return ({ at }) => scaleToPercent(at ?? first, first, last);
}

/** Percent of the way; a field with one place has it in the middle. */
function scaleToPercent(value: number, first: number, last: number): number {
  return last > first ? ((value - first) / (last - first)) * 100 : 50;
}

/** Pieces between neighbours; a gap has none on either side. */
function toSegments(points: readonly (PlacedPoint | null)[]): readonly ChartSegment[] {
  return points.flatMap((to, index) => {
    const from = points[index - 1];
    return from && to ? [{ from, to }] : [];
  });
}
