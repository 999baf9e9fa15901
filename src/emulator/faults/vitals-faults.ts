/** What web vitals can be on other servers. */
export const VITALS_FAULT_KINDS = [
  /** They come in the form `form`, see `FORMS`. */
  "vital-series",
] as const;

const SERIES_FORMATS = [
  /** Fourteen days in place of two weeks. */
  "daily",
  /** Newest first, and the metrics the other way round. */
  "reversed",
  /** Of another percentile. */
  "p75",
  /** One figure a series. */
  "single",
  /** With a metric that no paper names. */
  "unknown-metric",
  /** Without days. */
  "undated",
  /** One series in a form of its own. */
  "unread",
  /** Also without a pathname. */
  "all-pages",
] as const;
type SeriesFormat = (typeof SERIES_FORMATS)[number];

/** What a fault says about web vitals. */
export interface VitalsFaultSetting {
  readonly kind: string;
  readonly form?: string;
}

function isSeriesFormat(form: string | undefined): form is SeriesFormat {
  return SERIES_FORMATS.some((known) => known === form);
}

/** Throws a RangeError for a form no series comes in. */
export function checkVitalsFault({ kind, form }: VitalsFaultSetting): void {
  if (kind === "vital-series" && !isSeriesFormat(form))
    throw new RangeError(`no series has the form ${String(form)}`);
}

/** Whether a fault concerns requests to an endpoint: those of web vitals hit nothing else. */
export function appliesToVitals({ kind }: VitalsFaultSetting, endpoint: string): boolean {
  return kind !== "vital-series" || endpoint === "webVitals.get";
}

/** Whether the faults give web vitals this form; several together are possible. */
export function hasSeriesFault(faults: readonly VitalsFaultSetting[], form: SeriesFormat): boolean {
  return faults.some((fault) => fault.kind === "vital-series" && fault.form === form);
}

function takeLast<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(-1);
}

/** The series as the faults leave them. */
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
/** One metric of a path over time, as it is served. */
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
