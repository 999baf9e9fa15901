import * as z from "zod/mini";
import { defineEndpoint, type Reader } from "./endpoint";
import { textOrEmpty, textOrNull } from "./fields";
import { type BrokenRecord, issuesOf, readListOfAnyForm } from "./readers";

/** The metrics servers give, in their order (upstream-facts, Web vitals); others are shown as they are. */
export const VITAL_METRICS = ["INP", "LCP", "CLS", "FCP"] as const;

// What stands around the figures must never decide whether they can be read.
const texts = z.catch(z.array(z.string()), []);
const text = z.catch(textOrNull, null);

/** One metric over time. `data` is parallel to `days` (such as `2024-01-07`); null is a gap. */
const vitalSeries = z.looseObject({
  data: z.array(z.nullable(z.number())),
  labels: texts,
  days: texts,
  action: z.looseObject({
    /** The metric. */
    custom_name: z.string(),
    /** The percentile, such as `p90`. */
    math: text,
  }),
});
type VitalSeries = z.output<typeof vitalSeries>;

const envelope = z.looseObject({
  results: z._default(z.nullable(z.array(z.unknown())), null),
  /** When the figures were computed, ISO 8601. */
  last_refresh: text,
  timezone: text,
  /** What the server could not compute; empty when all went well. */
  error: z.catch(textOrEmpty, ""),
});

/** Web vitals of one path; series that cannot be read are kept beside the others. */
type WebVitals = Omit<z.output<typeof envelope>, "results"> & {
  readonly results: readonly VitalSeries[];
  readonly broken: readonly BrokenRecord[];
};

const NOTHING: WebVitals = { last_refresh: null, timezone: null, error: "", results: [], broken: [] };

const readSeries = readListOfAnyForm(vitalSeries);

/** Reads the usual body, or a bare array of series. */
const readWebVitals: Reader<WebVitals> = (body) => {
  const parsed = z.safeParse(envelope, Array.isArray(body) ? { results: body } : body);
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error) };
  const { results: items, ...rest } = parsed.data;
  // Some object without series: only with an error of the server's does it say anything.
  if (items === null && rest.error === "")
    return { ok: false, issues: [{ path: "results", message: "expected array" }] };
  const series = readSeries(items ?? []);
  if (!series.ok) return series;
  const { results, broken } = series.value;
  return { ok: true, value: { ...rest, results, broken } };
};

/**
 * The last seven days by week, 90th percentile. Real servers require `pathname`, the contract does not; it shows no
 * body either: an answer without one has no series.
 */
export const getWebVitals = defineEndpoint({
  id: "webVitals.get",
  method: "GET",
  path: "/api/environments/:project_id/web_vitals/",
  scope: "query:read",
  query: z.strictObject({ pathname: z.optional(z.string()) }),
  answer: { kind: "json", read: readWebVitals, readNothing: () => NOTHING },
});
