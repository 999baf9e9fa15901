/** What web vitals can be on other servers. */
export const VITALS_FAULT_KINDS = [
  /** They come in the form `form`, see `FORMS`. */
  "vital-series",
] as const;

const FORMS = [
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
type VitalForm = (typeof FORMS)[number];

/** What a fault says about web vitals. */
export interface VitalsFaultSetting {
  readonly kind: string;
  readonly form?: string;
}

function isForm(form: string | undefined): form is VitalForm {
  return FORMS.some((known) => known === form);
}

/** Throws a RangeError for a form no series comes in. */
export function checkVitalsFault({ kind, form }: VitalsFaultSetting): void {
  if (kind === "vital-series" && !isForm(form))
    throw new RangeError(`no series has the form ${String(form)}`);
}

/** Whether a fault concerns requests to an endpoint: those of web vitals hit nothing else. */
export function concernsVitals({ kind }: VitalsFaultSetting, endpoint: string): boolean {
  return kind !== "vital-series" || endpoint === "webVitals.get";
}

/** Whether the faults give web vitals this form; several together are possible. */
export function hasForm(faults: readonly VitalsFaultSetting[], form: VitalForm): boolean {
  return faults.some((fault) => fault.kind === "vital-series" && fault.form === form);
}

function lastOf<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(-1);
}

/** The series as the faults leave them. */
export function bendSeries(
  rows: readonly VitalSeriesRow[],
  faults: readonly VitalsFaultSetting[],
): readonly unknown[] {
  let bent = rows;
  const each = (bend: (row: VitalSeriesRow) => VitalSeriesRow) => {
    bent = bent.map(bend);
  };
  if (hasForm(faults, "p75")) each((row) => ({ ...row, action: { ...row.action, math: "p75" } }));
  if (hasForm(faults, "single")) {
    each((row) => ({ ...row, data: lastOf(row.data), days: lastOf(row.days), labels: lastOf(row.labels) }));
  }
  if (hasForm(faults, "undated")) each((row) => ({ ...row, days: [], labels: [] }));
  if (hasForm(faults, "reversed")) {
    each(({ data, days, labels, ...row }) => ({
      ...row,
      data: data.toReversed(),
      days: days.toReversed(),
      labels: labels.toReversed(),
    }));
    bent = bent.toReversed();
  }
  const [first] = bent;
  if (hasForm(faults, "unknown-metric") && first) {
    bent = [...bent, { ...first, action: { ...first.action, custom_name: "TTFB" } }];
  }
  if (!hasForm(faults, "unread")) return bent;
  return bent.map((row, place) =>
    place === 1 ? { metric: row.action.custom_name, values: { [row.action.math]: row.data.at(-1) } } : row,
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
