import * as z from "zod/mini";
import { defineEndpoint, emptyResponse } from "./endpoint";
import { intOrNull, textOrNull } from "./fields";
import { parseAnyList, parseWith } from "./parsers";
import { nestedUser } from "./user";

/**
 * Known levels (upstream-facts, Explicit members): a membership has 1 or 8 (0 occurs in the contract), the organisation
 * gives up to 15. Any other number is shown as it is.
 */
export const MEMBER_LEVELS = { none: 0, member: 1, administrator: 8, owner: 15 } as const;

/** An explicit membership as served; unknown keys are kept for the raw view. */
const explicitMember = z.looseObject({
  id: z.string(),
  level: z.int(),
  parent_level: intOrNull,
  parent_membership_id: textOrNull,
  joined_at: textOrNull,
  updated_at: textOrNull,
  user: nestedUser,
  effective_level: intOrNull,
});
/** An explicit membership as read: what is missing is null, also the person, who may have left. */
export type ExplicitMember = z.output<typeof explicitMember>;

/** Body of a creation; without a level the server decides. */
const memberCreation = z.strictObject({
  level: z.optional(z.int()),
  user_uuid: z.guid(),
});
/** What a creation sends. */
export type MemberCreation = z.output<typeof memberCreation>;

/** Body of a partial update. */
const memberUpdate = z.partial(memberCreation);

const LIST_PATH = "/api/environments/:project_id/explicit_members/";
const RECORD_PATH = "/api/environments/:project_id/explicit_members/:parent_membership__user__uuid/";

/** A page of the list, where a server has more than one. */
const memberPage = z.strictObject({ limit: z.optional(z.int()), offset: z.optional(z.int()) });

/**
 * The contract leaves the form open (rule 4): a bare array, an envelope or one object are all read, and an envelope that
 * counts more than it holds is followed by its pages.
 */
export const listMembers = defineEndpoint({
  id: "members.list",
  method: "GET",
  path: LIST_PATH,
  query: memberPage,
  response: { kind: "json", parse: parseAnyList(explicitMember) },
});

/** Gives a person of the organisation access of their own; 201 with the membership. */
export const createMember = defineEndpoint({
  id: "members.create",
  method: "POST",
  path: LIST_PATH,
  body: memberCreation,
  response: { kind: "json", parse: parseWith(explicitMember) },
});

/** One explicit membership. Path: the UUID of the person, not the id of the membership. */
export const getMember = defineEndpoint({
  id: "members.get",
  method: "GET",
  path: RECORD_PATH,
  response: { kind: "json", parse: parseWith(explicitMember) },
});

/** Changes the level of one membership; what is not sent stays. */
export const updateMember = defineEndpoint({
  id: "members.update",
  method: "PATCH",
  path: RECORD_PATH,
  body: memberUpdate,
  response: { kind: "json", parse: parseWith(explicitMember) },
});

/** Takes the access of their own away; 204 without a body. What the organisation gives stays. */
export const deleteMember = defineEndpoint({
  id: "members.delete",
  method: "DELETE",
  path: RECORD_PATH,
  response: emptyResponse,
});
