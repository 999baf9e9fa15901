import * as z from "zod/mini";
import { flagOrNull, intOrNull, textOrEmpty, textOrNull } from "./fields";

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
