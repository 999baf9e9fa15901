import * as z from "zod/mini";
import { defineEndpoint, type Parser } from "./endpoint";
import type { ListPage } from "./parsers";
import { attachRaw, emptyPage, flagOrNull, parseAnyList, parseWith, textOrNull } from "./parsers";

/** Known property types (upstream-facts, Sessions). Unknown types are shown as received. */
export const SESSION_PROPERTY_TYPES = ["String", "Numeric", "DateTime", "Boolean", "Duration"] as const;

/** A session property. Unknown keys are preserved for the raw view. */
const sessionProperty = z.looseObject({
  id: textOrNull,
  name: z.string(),
  is_numerical: flagOrNull,
  property_type: textOrNull,
});

// Converts numbers and booleans to text. Null represents sessions without the property.
const valueName = z.pipe(
  z.nullable(z.union([z.string(), z.number(), z.boolean()])),
  z.transform((name) => (name === null ? null : String(name))),
);

/** A session property value. Some servers send a string instead of an object. */
const sessionValue = z.union([
  z.looseObject({ name: valueName }),
  z.pipe(
    z.string(),
    z.transform((name) => ({ name })),
  ),
]);

// The contract shows no body for the endpoints below, so a missing body counts as an empty list.

/** A page of values. Includes whether the server is refreshing its cache. */
export interface SessionValues extends ListPage<z.infer<typeof sessionValue>> {
  readonly refreshing: boolean;
}

const parseValues = parseAnyList(sessionValue);

/** Parses the values, and the refresh state that servers with a value cache report. */
const parseSessionValues: Parser<SessionValues> = (body) => {
  const result = parseValues(body);
  if (!result.ok) return result;
  const refreshing = typeof body === "object" && body !== null && Reflect.get(body, "refreshing") === true;
  return { ok: true, value: attachRaw(result.value, { ...result.value, refreshing }) };
};

/** Lists properties whose names contain every word of `search`. */
export const listSessionProperties = defineEndpoint({
  id: "sessions.properties",
  method: "GET",
  path: "/api/environments/:project_id/sessions/property_definitions/",
  query: z.strictObject({ search: z.optional(z.string()) }),
  response: { kind: "json", parse: parseAnyList(sessionProperty), parseEmpty: emptyPage },
});

/** Returns up to 20 values of the property `key` that contain `value` (upstream-facts, Sessions). */
export const listSessionValues = defineEndpoint({
  id: "sessions.values",
  method: "GET",
  path: "/api/environments/:project_id/sessions/values/",
  query: z.strictObject({ key: z.string(), value: z.optional(z.string()) }),
  response: {
    kind: "json",
    parse: parseSessionValues,
    parseEmpty: () => ({ ...emptyPage(), refreshing: false }),
  },
});

/** `result` is `success` or `error`. `data.output` is the pattern or the error message. */
const regexProposal = z.looseObject({
  result: textOrNull,
  data: z._default(z.nullable(z.looseObject({ output: textOrNull })), null),
});
type RegexProposal = z.output<typeof regexProposal>;

/**
 * Returns a regex for a description in words. The body sends the description as `regex`, and omits `person`, which the
 * contract doesn't explain (rule 1). The endpoint is unstable (contract, Versioning).
 */
export const createRegex = defineEndpoint({
  id: "sessionRecordings.regex",
  method: "POST",
  path: "/api/environments/:project_id/session_recordings/ai/regex/",
  body: z.strictObject({ regex: z.string() }),
  response: {
    kind: "json",
    parse: parseWith(regexProposal),
    parseEmpty: (): RegexProposal => ({ result: null, data: null }),
  },
});
