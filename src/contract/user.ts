import * as z from "zod/mini";

const text = z._default(z.nullable(z.string()), null);

/** Person as nested in `created_by` and `user`. Everything but a way to tell people apart may be missing. */
export const userSummary = z.looseObject({
  id: z._default(z.nullable(z.number()), null),
  uuid: z._default(z.nullable(z.string()), null),
  distinct_id: text,
  first_name: z._default(z.nullable(z.string()), ""),
  last_name: z._default(z.nullable(z.string()), ""),
  email: z._default(z.nullable(z.string()), ""),
  is_email_verified: z._default(z.nullable(z.boolean()), null),
  role_at_organization: text,
});

export type UserSummary = z.output<typeof userSummary>;
