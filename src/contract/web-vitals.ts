import * as z from "zod/mini";
import { defineEndpoint, type Reader } from "./endpoint";
import { type BrokenRecord, readEnvelope } from "./readers";

/** One metric over time. Which metric and which percentile stands in `action`. */
const vitalSeries = z.looseObject({
  data: z.array(z.nullable(z.number())),
  labels: z._default(z.nullable(z.array(z.string())), null),
  days: z._default(z.nullable(z.array(z.string())), null),
  action: z.looseObject({
    custom_name: z._default(z.nullable(z.string()), null),
    math: z._default(z.nullable(z.string()), null),
    math_property: z._default(z.nullable(z.string()), null),
  }),
});

export type VitalSeries = z.output<typeof vitalSeries>;

/** An answer about one path: what could be read, what could not, and the period it covers. */
export interface WebVitals {
  readonly series: readonly VitalSeries[];
  readonly broken: readonly BrokenRecord[];
  readonly timezone: string | null;
  readonly lastRefresh: string | null;
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  /** The answer as served, for the raw view. */
  readonly raw: unknown;
}

const readSeries = readEnvelope(vitalSeries);
const text = z.catch(z.nullable(z.string()), null);
const surroundings = z.object({
  timezone: text,
  last_refresh: text,
  resolved_date_range: z.catch(z.nullable(z.object({ date_from: text, date_to: text })), null),
});

const readWebVitals: Reader<WebVitals> = (body) => {
  const reading = readSeries(body);
  if (!reading.ok) return reading;
  const around = z.safeParse(surroundings, body);
  const { timezone, last_refresh, resolved_date_range } = around.success
    ? around.data
    : { timezone: null, last_refresh: null, resolved_date_range: null };
  return {
    ok: true,
    value: {
      series: reading.value.results,
      broken: reading.value.broken,
      timezone,
      lastRefresh: last_refresh,
      dateFrom: resolved_date_range?.date_from ?? null,
      dateTo: resolved_date_range?.date_to ?? null,
      raw: body,
    },
  };
};

export const getWebVitals = defineEndpoint({
  id: "webVitals.get",
  method: "GET",
  path: "/api/environments/:project_id/web_vitals/",
  scope: "query:read",
  query: z.strictObject({ pathname: z.optional(z.string()) }),
  answer: { kind: "json", read: readWebVitals },
});
