import * as z from "zod/mini";
import { defineEndpoint, emptyResponse } from "./endpoint";
import { flagOrNull, intOrNull, nestedUser, parseAnyList, parsePage, parseWith, textOrNull } from "./parsers";

// Newer servers have these endpoints instead of those for explicit members. The contract doesn't
// define them (server-generations, Access controls).

const accessLevel = z.enum(["none", "member", "admin"]);
export type AccessLevel = z.output<typeof accessLevel>;

const limit = z.catch(z._default(z.nullable(accessLevel), null), null);
/** A level's name. Unknown names are preserved, because they must never count as “none”. Undefined when missing. */
const levelName = z.optional(z.nullable(z.string()));

/** An organization member's access to the project. Unknown keys are preserved for the raw view. */
const memberAccess = z.looseObject({
  organization_membership_id: z.string(),
  user: nestedUser,
  organization_level: intOrNull,
  project: z.looseObject({
    /** Level of the person's own access rule, or null if there is none. */
    access_level: levelName,
    effective_access_level: levelName,
    // Newest servers return `inherited_access` instead of the next two fields. Null means that nothing is inherited.
    inherited_access_level: levelName,
    inherited_access_level_reason: levelName,
    inherited_access: z.catch(
      z.optional(z.nullable(z.looseObject({ access_level: levelName, source: levelName }))),
      undefined,
    ),
    minimum: limit,
    maximum: limit,
  }),
});
export type MemberAccess = z.output<typeof memberAccess>;

const parsePeople = parsePage(memberAccess);
const parseOptions = parseWith(
  z.looseObject({
    can_edit: z.catch(flagOrNull, null),
    available_project_levels: z.catch(z._default(z.array(z.string()), []), []),
  }),
);

/**
 * Lists the project access of all organization members, without paging. `member_id` filters by
 * organization membership ID.
 */
export const listMemberAccess = defineEndpoint({
  id: "accessControls.members",
  method: "GET",
  path: "/api/projects/:project_id/access_control_members/",
  scope: "access_control:read",
  query: z.strictObject({ member_id: z.optional(z.string()) }),
  response: {
    kind: "json",
    parse: (body) => {
      const people = parsePeople(body);
      const options = parseOptions(body);
      if (!people.ok) return people;
      return options.ok ? { ok: true, value: { ...options.value, ...people.value } } : options;
    },
  },
});

/** Sets a person's rule, or removes it when the level is null. Responds with the rule, or with 204. */
export const updateAccess = defineEndpoint({
  id: "accessControls.update",
  method: "PUT",
  path: "/api/projects/:project_id/access_controls/",
  scope: "access_control:write",
  body: z.strictObject({
    resource: z.literal("project"),
    resource_id: z.string(),
    organization_member: z.string(),
    access_level: z.nullable(accessLevel),
  }),
  response: { kind: "json", parse: parseWith(z.looseObject({})), parseEmpty: () => ({}) },
});

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
   * `project_default`, `role_override`, `organization_admin`, or another value. Empty when the server gives no reason.
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
