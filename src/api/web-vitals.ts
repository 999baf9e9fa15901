import * as z from "zod/mini";
import { defineEndpoint, type Parser } from "./endpoint";
import { attachRaw, type InvalidRecord, parseAnyList, parseWith, textOrEmpty, textOrNull } from "./parsers";

/** Metrics in API order (upstream-facts, Web vitals). Unknown metrics are shown as received. */
export const VITAL_METRICS = ["INP", "LCP", "CLS", "FCP"] as const;

// Invalid metadata counts as missing, so that it doesn't make the values unreadable.
const texts = z.catch(z.array(z.string()), []);
const text = z.catch(textOrNull, null);

/** One metric over time. `data` contains a value or null for each date in `days`, such as `2024-01-07`. */
const vitalSeries = z.looseObject({
  data: z.array(z.nullable(z.number())),
  labels: texts,
  days: texts,
  action: z.looseObject({
    custom_name: z.string(),
    /** Percentile, such as `p90`. */
    math: text,
  }),
});
export type VitalSeries = z.output<typeof vitalSeries>;

const envelope = z.looseObject({
  results: z._default(z.nullable(z.array(z.unknown())), null),
  /** Calculation time, in ISO 8601. */
  last_refresh: text,
  timezone: text,
  /** Requested date range, in ISO 8601 with or without a time. */
  resolved_date_range: z.catch(
    z._default(z.nullable(z.looseObject({ date_from: text, date_to: text })), null),
    null,
  ),
  /** Error message, or the empty string. */
  error: z.catch(textOrEmpty, ""),
});

/** Web vitals for one path. Invalid series are listed separately. */
export interface WebVitals {
  readonly last_refresh: string | null;
  readonly timezone: string | null;
  readonly resolved_date_range: { readonly date_from: string | null; readonly date_to: string | null } | null;
  readonly error: string;
  readonly results: readonly VitalSeries[];
  readonly broken: readonly InvalidRecord[];
}

const EMPTY_WEB_VITALS: WebVitals = {
  last_refresh: null,
  timezone: null,
  resolved_date_range: null,
  error: "",
  results: [],
  broken: [],
};

const parseEnvelope = parseWith(envelope);
const parseSeries = parseAnyList(vitalSeries);

/** Parses an object with `results`, or an array of series. */
const parseWebVitals: Parser<WebVitals> = (body) => {
  const outer = parseEnvelope(Array.isArray(body) ? { results: body } : body);
  if (!outer.ok) return outer;
  const { results: items, ...fields } = outer.value;
  // Series may be missing only when the server reports an error.
  if (items === null && fields.error === "")
    return { ok: false, issues: [{ path: "results", message: "expected array" }] };
  const series = parseSeries(items ?? []);
  if (!series.ok) return series;
  const { results, broken } = series.value;
  return { ok: true, value: attachRaw(outer.value, { ...fields, results, broken }) };
};

/**
 * Returns a path's 90th percentiles for the last seven days, grouped by week. The server requires `pathname`,
 * although the contract doesn't. The contract shows no body, so an empty response counts as no series.
 */
export const getWebVitals = defineEndpoint({
  id: "webVitals.get",
  method: "GET",
  path: "/api/environments/:project_id/web_vitals/",
  scope: "query:read",
  query: z.strictObject({ pathname: z.optional(z.string()) }),
  response: { kind: "json", parse: parseWebVitals, parseEmpty: () => EMPTY_WEB_VITALS },
});
