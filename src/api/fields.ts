import * as z from "zod/mini";

// Zod compiles parsers with `eval`, which the CSP forbids. Without this setting, Zod would test
// whether `eval` works, and the test alone would cause a CSP report.
z.config({ jitless: true });

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

const nullableText = z.catch(textOrNull, null);
const nameText = z.catch(textOrEmpty, "");

/**
 * A user nested in another record, such as `created_by`. Invalid fields count as missing, so that an invalid user
 * doesn't make the record unreadable.
 */
export const userSummary = z.looseObject({
  id: z.catch(intOrNull, null),
  uuid: nullableText,
  distinct_id: nullableText,
  first_name: nameText,
  last_name: nameText,
  email: nameText,
  is_email_verified: z.catch(flagOrNull, null),
  role_at_organization: nullableText,
});

/** A parsed user. A missing name or email is the empty string. Other missing fields are null. */
export type UserSummary = z.output<typeof userSummary>;

/** A user nested in another record. Null when the user has left or is invalid. */
export const nestedUser = z.catch(z._default(z.nullable(userSummary), null), null);
