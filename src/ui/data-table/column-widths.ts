export const MIN_WIDTH = 64;

export interface WidthColumn {
  readonly id: string;
  /**
   * CSS width in % or px, or a `clamp()` with its maximum in px. Columns without a width share the remaining space.
   */
  readonly width?: string | undefined;
}

/**
 * Distributes the available width (px) over all columns. Resized columns keep their width if it
 * fits. The others share the rest in proportion to their default widths. Each column gets at least
 * 64 px.
 */
export function distributeWidths(
  columns: readonly WidthColumn[],
  customWidths: ReadonlyMap<string, number>,
  availableWidth: number,
): ReadonlyMap<string, number> {
  const defaults = computeDefaultWidths(columns, availableWidth);
  const isCustomized = ({ id }: WidthColumn) => customWidths.has(id);
  const flexible = columns.filter((column) => !isCustomized(column));
  const customized = columns.filter(isCustomized);
  const maxCustomized = availableWidth - flexible.length * MIN_WIDTH;
  const customizedWidths = fitWidths(
    customized,
    (id) => customWidths.get(id) ?? MIN_WIDTH,
    maxCustomized,
    flexible.length === 0,
  );
  const usedWidth = sum([...customizedWidths.values()]);
  const flexibleWidths = fitWidths(
    flexible,
    (id) => defaults.get(id) ?? MIN_WIDTH,
    availableWidth - usedWidth,
    true,
  );
  return new Map(
    columns.map(({ id }) => [id, customizedWidths.get(id) ?? flexibleWidths.get(id) ?? MIN_WIDTH]),
  );
}

function computeDefaultWidths(
  columns: readonly WidthColumn[],
  availableWidth: number,
): ReadonlyMap<string, number> {
  const parseWidth = (width: string) =>
    width.endsWith("%")
      ? (Number.parseFloat(width) / 100) * availableWidth
      : Number.parseFloat(/[\d.]+px\)?$/.exec(width)?.[0] ?? width);
  const fixedTotal = sum(columns.map(({ width }) => (width === undefined ? 0 : parseWidth(width))));
  const autoCount = columns.filter(({ width }) => width === undefined).length;
  const autoWidth = Math.max(MIN_WIDTH, (availableWidth - fixedTotal) / Math.max(1, autoCount));
  return new Map(columns.map(({ id, width }) => [id, width === undefined ? autoWidth : parseWidth(width)]));
}

/**
 * Scales widths down to fit into the available width. With `mustFill`, also scales them up to fill
 * it.
 */
function fitWidths(
  columns: readonly WidthColumn[],
  getDesiredWidth: (id: string) => number,
  availableWidth: number,
  mustFill: boolean,
): ReadonlyMap<string, number> {
  const widths = new Map(columns.map(({ id }) => [id, Math.max(MIN_WIDTH, getDesiredWidth(id))]));
  if (!mustFill && sum([...widths.values()]) <= availableWidth) return widths;
  let unclamped = columns.map(({ id }) => id);
  let remaining = availableWidth;
  // Columns at the minimum width take space from the others, so the loop repeats.
  for (let hasClamped = true; hasClamped; ) {
    const factor = remaining / sum(unclamped.map((id) => Math.max(1, getDesiredWidth(id))));
    const clamped = unclamped.filter((id) => Math.max(1, getDesiredWidth(id)) * factor < MIN_WIDTH);
    hasClamped = clamped.length > 0 && clamped.length < unclamped.length;
    if (hasClamped) {
      for (const id of clamped) widths.set(id, MIN_WIDTH);
      remaining -= clamped.length * MIN_WIDTH;
      unclamped = unclamped.filter((id) => !clamped.includes(id));
    } else {
      for (const id of unclamped)
        widths.set(id, Math.max(MIN_WIDTH, Math.max(1, getDesiredWidth(id)) * factor));
    }
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
