import * as z from "zod/mini";
import { defineEndpoint, emptyAnswer } from "./endpoint";
import { readListOfAnyForm, readWith } from "./readers";
import { userSummary } from "./user";

/** Known levels (upstream-facts, Explicit members); any other number is shown as it is. */
export const MEMBER_LEVELS = { none: 0, member: 1, administrator: 8, owner: 15 } as const;

const nullableText = z._default(z.nullable(z.string()), null);
const nullableLevel = z._default(z.nullable(z.number()), null);

/** A person's own access level in the project, beside the one of the organisation. */
export const explicitMember = z.looseObject({
  id: z.string(),
  level: nullableLevel,
  parent_level: nullableLevel,
  parent_membership_id: nullableText,
  joined_at: nullableText,
  updated_at: nullableText,
  user: userSummary,
  effective_level: nullableLevel,
});

export type ExplicitMember = z.output<typeof explicitMember>;

const level = z.optional(z.int());

export const memberCreation = z.strictObject({ level, user_uuid: z.string() });
export const memberChange = z.strictObject({ level, user_uuid: z.optional(z.string()) });

const COLLECTION = "/api/environments/:project_id/explicit_members/";
const RECORD = "/api/environments/:project_id/explicit_members/:parent_membership__user__uuid/";

export const listMembers = defineEndpoint({
  id: "members.list",
  method: "GET",
  path: COLLECTION,
  answer: { kind: "json", read: readListOfAnyForm(explicitMember) },
});

export const createMember = defineEndpoint({
  id: "members.create",
  method: "POST",
  path: COLLECTION,
  body: memberCreation,
  answer: { kind: "json", read: readWith(explicitMember) },
});

export const getMember = defineEndpoint({
  id: "members.get",
  method: "GET",
  path: RECORD,
  answer: { kind: "json", read: readWith(explicitMember) },
});

export const updateMember = defineEndpoint({
  id: "members.update",
  method: "PATCH",
  path: RECORD,
  body: memberChange,
  answer: { kind: "json", read: readWith(explicitMember) },
});

export const deleteMember = defineEndpoint({
  id: "members.delete",
  method: "DELETE",
  path: RECORD,
  answer: emptyAnswer,
});
