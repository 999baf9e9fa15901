import * as z from "zod/mini";
import { flagOrNull, intOrNull, textOrEmpty, textOrNull } from "./fields";

const nullableText = z.catch(textOrNull, null);
const nameText = z.catch(textOrEmpty, "");

/**
 * Nested user, as in `created_by` and `user`. Fields with a wrong type count as missing, because an invalid user must
 * not make the record unreadable.
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

/** A parsed user. A missing name defaults to the empty string, other missing fields to null. */
export type UserSummary = z.output<typeof userSummary>;

/** Another record's nested user. Null when the user has left or can't be parsed. */
export const nestedUser = z.catch(z._default(z.nullable(userSummary), null), null);
