import * as z from "zod/mini";
import { defineEndpoint, emptyResponse } from "./endpoint";
import { intOrNull, nestedUser, textOrNull } from "./fields";
import { parseAnyList, parseWith } from "./parsers";

/**
 * Known levels (upstream-facts, Explicit members). Explicit levels are 1 and 8. The contract also
 * shows 0. Organization levels are 1, 8 and 15. Unknown levels are shown as numbers.
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

/** Access without the explicit level, as reported by newer servers (server-generations, Access controls). */
export interface InheritedAccess {
  /** Null when the server doesn't return it, or returns an unknown value. */
  readonly level: number | null;
  /**
   * `project_default`, `role_override`, `organization_admin`, or another value. Empty when the server gives no
   * reason.
   */
  readonly reason: string;
  /** Lowest explicit level that the server accepts, or null when unknown. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/**
 * A parsed membership. Missing fields are null. `user` is also null if the person has left the
 * organization. Servers with explicit members don't send `inherited_access`.
 */
export type ExplicitMember = z.output<typeof explicitMember> & {
  readonly inherited_access?: InheritedAccess;
  /**
   * Set by the app on servers with explicit members: whether everyone in the organization has access to the project,
   * or null when unknown. Missing if the project is private.
   */
  readonly is_project_open?: boolean | null;
};

/** The server chooses the level when it is omitted. */
const memberCreation = z.strictObject({
  level: z.optional(z.int()),
  user_uuid: z.guid(),
});
export type MemberCreation = z.output<typeof memberCreation>;

const memberUpdate = z.partial(memberCreation);

const LIST_PATH = "/api/environments/:project_id/explicit_members/";
const RECORD_PATH = "/api/environments/:project_id/explicit_members/:parent_membership__user__uuid/";

/** Paging parameters for servers that split the list into pages. */
const memberPage = z.strictObject({ limit: z.optional(z.int()), offset: z.optional(z.int()) });

/**
 * Accepts an array, an envelope or a single object, because the contract doesn't define the format (rule 4). When an
 * envelope's count exceeds its records, more pages are loaded.
 */
export const listMembers = defineEndpoint({
  id: "members.list",
  method: "GET",
  path: LIST_PATH,
  query: memberPage,
  response: { kind: "json", parse: parseAnyList(explicitMember) },
});

/** Adds an explicit membership. Responds with 201 and the membership. */
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

/** Changes the level. Omitted fields stay unchanged. */
export const updateMember = defineEndpoint({
  id: "members.update",
  method: "PATCH",
  path: RECORD_PATH,
  body: memberUpdate,
  response: { kind: "json", parse: parseWith(explicitMember) },
});

/** Removes an explicit membership. Responds with 204. Access through the organization remains. */
export const deleteMember = defineEndpoint({
  id: "members.delete",
  method: "DELETE",
  path: RECORD_PATH,
  response: emptyResponse,
});
