import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { readListOfAnyForm } from "./readers";

const nullableText = z._default(z.nullable(z.string()), null);

/** A property that sessions have. */
export const sessionProperty = z.looseObject({
  id: nullableText,
  name: z.string(),
  is_numerical: z._default(z.nullable(z.boolean()), null),
  property_type: nullableText,
});

export type SessionProperty = z.output<typeof sessionProperty>;

/** One of the values that a session property has taken. Servers may send numbers and booleans as names. */
export const sessionValue = z.looseObject({
  name: z.pipe(
    z.union([z.string(), z.number(), z.boolean(), z.null()]),
    z.transform((value) => (value === null ? null : String(value))),
  ),
});

export type SessionValue = z.output<typeof sessionValue>;

export const listSessionProperties = defineEndpoint({
  id: "sessions.properties",
  method: "GET",
  path: "/api/environments/:project_id/sessions/property_definitions/",
  query: z.strictObject({ search: z.optional(z.string()) }),
  answer: { kind: "json", read: readListOfAnyForm(sessionProperty) },
});

/** At most 20 values of one property, as a bare array or inside `results` (upstream-facts, Sessions). */
export const listSessionValues = defineEndpoint({
  id: "sessions.values",
  method: "GET",
  path: "/api/environments/:project_id/sessions/values/",
  query: z.strictObject({ key: z.optional(z.string()), value: z.optional(z.string()) }),
  answer: { kind: "json", read: readListOfAnyForm(sessionValue) },
});
