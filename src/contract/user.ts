import * as z from "zod/mini";
import { flagOrNull, intOrNull, textOrEmpty, textOrNull } from "./fields";

const nullableText = z.catch(textOrNull, null);
const nameText = z.catch(textOrEmpty, "");

/**
 * Person as nested in `created_by` and `user`. A field of a wrong type counts as missing: who made a record must never
 * decide whether the record can be read.
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

/** A person as read: a name that is missing is the empty text, everything else null. */
export type UserSummary = z.output<typeof userSummary>;

/** A person inside another record: null when there is none (the person left), or nothing that reads as one. */
export const nestedUser = z.catch(z._default(z.nullable(userSummary), null), null);
