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
  readonly isBehind: boolean;
}

/** A straight piece between two neighbours, in the same percent. */
export interface ChartPiece {
  readonly from: PlacedPoint;
  readonly to: PlacedPoint;
}

/** Where everything of a chart stands. */
export interface ChartLayout {
  /** All points with a value from left to right; of those at one place the series in front comes last. */
  readonly points: readonly PlacedPoint[];
  readonly pieces: readonly ChartPiece[];
  /** Round values from 0 on. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** The value at the upper edge. */
  readonly top: number;
  /** False where the series behind has no place: the one in front does not say when its points were. */
  readonly showsBehind: boolean;
}

const SHARES = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 4;

/** Round values from 0 to the first that is not below `top`; five at most. */
export function roundTicks(top: number): readonly number[] {
  if (!(top > 0) || !Number.isFinite(top)) return [0, 1];
  const rough = top / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (SHARES.find((share) => share * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const count = Math.max(1, Math.ceil(top / step - 1e-9));
  // Not added up: 0.1 three times is not 0.3.
  return Array.from({ length: count + 1 }, (_, place) => Number((place * step).toPrecision(12)));
}

/**
 * Places two series on one field. `bounds` are values that the field should show; the upper ones give way where they
 * are far above all points. Points stand by time where each point in front has one, else by their order.
 */
export function layOutChart(
  front: readonly ChartPoint[],
  behind: readonly ChartPoint[] = [],
  bounds: readonly number[] = [],
): ChartLayout {
  const isByTime = front.every(({ at }) => at !== null);
  const back = isByTime ? behind.filter(({ at }) => at !== null) : [];
  const high = highest([...front, ...back]);
  const near = [...bounds].sort((a, b) => a - b).filter((bound, place) => place === 0 || bound <= high * 2);
  const ticks = roundTicks(Math.max(high * 1.08, ...near.map((bound) => bound * 1.08)));
  const top = ticks.at(-1) ?? 1;
  const placeX = isByTime
    ? byTime([...front, ...back])
    : (_point: ChartPoint, place: number) => spread(place, 0, front.length - 1);
  const place = (points: readonly ChartPoint[], isBehind: boolean): readonly (PlacedPoint | null)[] => {
    const placed = points.map((point, at) => {
      if (point.value === null) return { x: placeX(point, at), placed: null };
      const x = placeX(point, at);
      return {
        x,
        placed: { point, value: point.value, x, y: Math.max(0, (point.value / top) * 100), isBehind },
      };
    });
    // Whatever order was served in, a line goes from left to right.
    return placed.sort((a, b) => a.x - b.x).map((each) => each.placed);
  };
  const [ofFront, ofBack] = [place(front, false), place(back, true)];
  return {
    points: [...ofBack, ...ofFront].filter((point) => point !== null).sort((a, b) => a.x - b.x),
    pieces: [...piecesOf(ofBack), ...piecesOf(ofFront)],
    ticks: ticks.map((value) => ({ value, y: (value / top) * 100 })),
    top,
    showsBehind: isByTime,
  };
}

function highest(points: readonly ChartPoint[]): number {
  return points.reduce((most, { value }) => (value !== null && value > most ? value : most), 0);
}

function byTime(points: readonly ChartPoint[]): (point: ChartPoint) => number {
  const times = points.flatMap(({ at }) => at ?? []);
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
  return ({ at }) => spread(at ?? first, first, last);
}

/** Percent of the way; a field with one place has it in the middle. */
function spread(value: number, first: number, last: number): number {
  return last > first ? ((value - first) / (last - first)) * 100 : 50;
}

/** Pieces between neighbours; a gap has none on either side. */
function piecesOf(points: readonly (PlacedPoint | null)[]): readonly ChartPiece[] {
  return points.flatMap((to, place) => {
    const from = points[place - 1];
    return from && to ? [{ from, to }] : [];
  });
}
