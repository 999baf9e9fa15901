import "./zod-config";
import * as z from "zod/mini";

// Servers may omit null values in responses, so a missing field counts as null.

export const textOrNull = z._default(z.nullable(z.string()), null);
export const intOrNull = z._default(z.nullable(z.int()), null);
export const flagOrNull = z._default(z.nullable(z.boolean()), null);
/** Converts null and missing values to the empty string. */
export const textOrEmpty = z.pipe(
  textOrNull,
  z.transform((value) => value ?? ""),
);

/** 32-bit integer (contract, Limits). */
export const int32 = z.int().check(z.gte(-2_147_483_648), z.lte(2_147_483_647));
/** ISO 8601 with `Z` or an offset. */
export const instant = z.iso.datetime({ offset: true });
/** Page size and index of the first result (contract, rule 5). */
export const pageFields = {
  limit: z.optional(z.int().check(z.gte(1))),
  offset: z.optional(z.int().check(z.gte(0))),
};
