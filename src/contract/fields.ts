import "./zod-config";
import * as z from "zod/mini";

// Parts of answers: servers leave out what is null, so a missing field counts as null.

/** A text that may be null or missing. */
export const textOrNull = z._default(z.nullable(z.string()), null);
/** A whole number that may be null or missing. */
export const intOrNull = z._default(z.nullable(z.int()), null);
/** A flag that may be null or missing. */
export const flagOrNull = z._default(z.nullable(z.boolean()), null);
/** A text in whose place null and nothing mean the empty text. */
export const textOrEmpty = z.pipe(
  textOrNull,
  z.transform((value) => value ?? ""),
);

// Parts of requests.

/** A whole number of 32 bits (contract, Limits). */
export const int32 = z.int().check(z.gte(-2_147_483_648), z.lte(2_147_483_647));
/** ISO 8601 with `Z` or an offset. */
export const instant = z.iso.datetime({ offset: true });
/** Query of a list: page size, and index of the first result (contract, rule 5). */
export const pageFields = {
  limit: z.optional(z.int().check(z.gte(1))),
  offset: z.optional(z.int().check(z.gte(0))),
};
