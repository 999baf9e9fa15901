import * as z from "zod/mini";
import { defineEndpoint, emptyResponse } from "./endpoint";
import { intOrNull, textOrNull } from "./fields";
import { parseAnyList, parseWith } from "./parsers";
import { nestedUser } from "./user";

/**
 * Known levels (upstream-facts, Explicit members). Memberships have 1 or 8 (0 occurs in the contract). Organization
 * levels go up to 15. Unknown levels are shown as numbers.
 */
export const MEMBER_LEVELS = { none: 0, member: 1, administrator: 8, owner: 15 } as const;

/** An explicit membership. Unknown keys are preserved for the raw view. */
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

/** Access without the explicit level, as newer servers give it (server-generations, Access controls). */
export interface InheritedAccess {
  readonly level: number;
  /** `project_default`, `role_override`, `organization_admin` or another one. Empty if the server gives none. */
  readonly reason: string;
  /** Limits of the explicit level; null if unknown. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/**
 * A parsed membership. Missing fields are null, including the user, who may have left. `inherited_access` is missing on
 * servers with explicit members.
 */
export type ExplicitMember = z.output<typeof explicitMember> & {
  readonly inherited_access?: InheritedAccess;
};

/** Without a level, the server decides. */
const memberCreation = z.strictObject({
  level: z.optional(z.int()),
  user_uuid: z.guid(),
});
export type MemberCreation = z.output<typeof memberCreation>;

const memberUpdate = z.partial(memberCreation);

const LIST_PATH = "/api/environments/:project_id/explicit_members/";
const RECORD_PATH = "/api/environments/:project_id/explicit_members/:parent_membership__user__uuid/";

/** Paging parameters, for servers with more than one page. */
const memberPage = z.strictObject({ limit: z.optional(z.int()), offset: z.optional(z.int()) });

/**
 * The contract doesn't define the format (rule 4), so arrays, envelopes and single objects are parsed. Further pages
 * are read when an envelope's count exceeds the records in it.
 */
export const listMembers = defineEndpoint({
  id: "members.list",
  method: "GET",
  path: LIST_PATH,
  query: memberPage,
  response: { kind: "json", parse: parseAnyList(explicitMember) },
});

/** Adds an explicit membership. Responds 201 with the membership. */
export const createMember = defineEndpoint({
  id: "members.create",
  method: "POST",
  path: LIST_PATH,
  body: memberCreation,
  response: { kind: "json", parse: parseWith(explicitMember) },
});

/** The path parameter is the user's UUID, not the membership ID. */
export const getMember = defineEndpoint({
  id: "members.get",
  method: "GET",
  path: RECORD_PATH,
  response: { kind: "json", parse: parseWith(explicitMember) },
});

/** Changes the level. Omitted fields don't change. */
export const updateMember = defineEndpoint({
  id: "members.update",
  method: "PATCH",
  path: RECORD_PATH,
  body: memberUpdate,
  response: { kind: "json", parse: parseWith(explicitMember) },
});

/** Removes an explicit membership. Responds 204 without a body. Access through the organization remains. */
export const deleteMember = defineEndpoint({
  id: "members.delete",
  method: "DELETE",
  path: RECORD_PATH,
  response: emptyResponse,
});
