import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { flagOrNull, intOrNull, nestedUser } from "./fields";
import { parsePage, parseWith } from "./parsers";

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
