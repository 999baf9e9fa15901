export const VITALS_FAULT_KINDS = [
  /** Sends web vitals in the format `form`, which is one of `SERIES_FORMATS`. */
  "vital-series",
] as const;

const SERIES_FORMATS = [
  /** Fourteen daily values instead of two weekly values. */
  "daily",
  /** Newest day first, and metrics in reverse order. */
  "reversed",
  /** Labels the values as the 75th percentile instead of the 90th. */
  "p75",
  /** One value per series. */
  "single",
  /** Adds an undocumented metric. */
  "unknown-metric",
  /** Series without days. */
  "undated",
  /** A series in an unknown format. */
  "unread",
  /** Also responds to requests without a pathname. */
  "all-pages",
] as const;
type SeriesFormat = (typeof SERIES_FORMATS)[number];

export interface VitalsFaultSetting {
  readonly kind: string;
  readonly form?: string;
}

function isSeriesFormat(form: string | undefined): form is SeriesFormat {
  return SERIES_FORMATS.some((known) => known === form);
}

/** Throws a RangeError for an unknown form. */
export function checkVitalsFault({ kind, form }: VitalsFaultSetting): void {
  if (kind === "vital-series" && !isSeriesFormat(form)) throw new RangeError(`Unknown form: ${String(form)}`);
}

export function appliesToVitals({ kind }: VitalsFaultSetting, endpoint: string): boolean {
  return kind !== "vital-series" || endpoint === "webVitals.get";
}

/** Whether a fault has this form. Several faults can apply together. */
export function hasSeriesFault(faults: readonly VitalsFaultSetting[], form: SeriesFormat): boolean {
  return faults.some((fault) => fault.kind === "vital-series" && fault.form === form);
}

function takeLast<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(-1);
}

export function applySeriesFault(
  rows: readonly VitalSeriesRow[],
  faults: readonly VitalsFaultSetting[],
): readonly unknown[] {
  let faultyRows = rows;
  const transformRows = (transform: (row: VitalSeriesRow) => VitalSeriesRow) => {
    faultyRows = faultyRows.map(transform);
  };
  if (hasSeriesFault(faults, "p75"))
    transformRows((row) => ({ ...row, action: { ...row.action, math: "p75" } }));
  if (hasSeriesFault(faults, "single")) {
    transformRows((row) => ({
      ...row,
      data: takeLast(row.data),
      days: takeLast(row.days),
      labels: takeLast(row.labels),
    }));
  }
  if (hasSeriesFault(faults, "undated")) transformRows((row) => ({ ...row, days: [], labels: [] }));
  if (hasSeriesFault(faults, "reversed")) {
    transformRows(({ data, days, labels, ...row }) => ({
      ...row,
      data: data.toReversed(),
      days: days.toReversed(),
      labels: labels.toReversed(),
    }));
    faultyRows = faultyRows.toReversed();
  }
  const [first] = faultyRows;
  if (hasSeriesFault(faults, "unknown-metric") && first) {
    faultyRows = [...faultyRows, { ...first, action: { ...first.action, custom_name: "TTFB" } }];
  }
  if (!hasSeriesFault(faults, "unread")) return faultyRows;
  return faultyRows.map((row, index) =>
    index === 1 ? { metric: row.action.custom_name, values: { [row.action.math]: row.data.at(-1) } } : row,
  );
}
/** A path's metric over time, in the servers' format. */
export interface VitalSeriesRow {
  readonly data: readonly number[];
  readonly labels: readonly string[];
  readonly days: readonly string[];
  readonly count: number;
  readonly label: string;
  readonly action: Readonly<
    Record<"custom_name" | "math" | "math_property" | "id" | "type" | "name", string>
  > & {
    readonly order: number;
  };
}
