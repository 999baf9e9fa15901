import * as z from "zod/mini";
import { type ProjectContext, projectRoute, type Route } from "@/emulator/backend/backend";
import type { SeedPerson } from "@/emulator/company/people-seed";
import { getAccessFormat, getDefaultAccessLevel } from "@/emulator/faults/member-faults";
import { hashText, seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { fail, json } from "@/emulator/request/errors";
import { field, formatWireDate, parseBody } from "@/emulator/request/request-fields";
import { ADMINISTRATOR_LEVEL, getOwnLevel, INSUFFICIENT } from "./member-rules";
import { membersResource } from "./member-seed";

const PROJECT_PATH = "/api/environments/:project_id/";
const PROJECT_LEVELS = ["none", "member", "admin"] as const;
type ProjectLevel = (typeof PROJECT_LEVELS)[number];
const RESOURCE_LEVELS = ["none", "viewer", "editor", "manager"];

function toProjectLevel(level: number): ProjectLevel {
  if (level >= ADMINISTRATOR_LEVEL) return "admin";
  return level > 0 ? "member" : "none";
}

/** Returns the access without a rule. Projects are private, so this is none unless a fault changes the default. */
function getDefaultLevel({ faults }: ProjectContext): ProjectLevel {
  return toProjectLevel(getDefaultAccessLevel(faults));
}

/** Returns a person's rule. Older servers return it as an explicit membership. */
function getOwnRule(context: ProjectContext, person: SeedPerson): ProjectLevel | null {
  const row = context.open(membersResource).get(person.user.uuid);
  return row === undefined ? null : toProjectLevel(row.level);
}

/** Returns the fields for access without a rule, in the format of the server's age. */
function serializeInherited({ faults }: ProjectContext, access_level: ProjectLevel, source: string) {
  const format = getAccessFormat(faults);
  if (format === "missing") return {};
  if (format === "older") {
    return { inherited_access_level: access_level, inherited_access_level_reason: source };
  }
  return {
    inherited_access: access_level === "none" ? null : { access_level, source, source_subject: null },
  };
}

function serializeAccess(context: ProjectContext, person: SeedPerson) {
  const isOrganizationAdmin = person.level >= ADMINISTRATOR_LEVEL;
  const inherited = isOrganizationAdmin ? "admin" : getDefaultLevel(context);
  const own = getOwnRule(context, person);
  const { uuid, first_name, last_name, email } = person.user;
  return {
    organization_membership_id: person.membershipId,
    user: { uuid, first_name, last_name, email },
    organization_level: person.level,
    project: {
      access_level: own,
      // A person's own rule wins, also below the default.
      effective_access_level: isOrganizationAdmin ? "admin" : (own ?? inherited),
      ...serializeInherited(
        context,
        inherited,
        isOrganizationAdmin ? "organization_admin" : "project_default",
      ),
      minimum: isOrganizationAdmin ? "admin" : "none",
      maximum: "admin",
    },
    resources: {},
  };
}

function canEdit(context: ProjectContext): boolean {
  return getOwnLevel(context) >= ADMINISTRATOR_LEVEL;
}

/** Lists all people's access. `member_id` is a membership ID that limits the list to one person. */
function listMemberAccess(context: ProjectContext): Response {
  const memberId = context.url.searchParams.get("member_id");
  const people = context.people.list.filter(
    ({ membershipId }) => memberId === null || membershipId === memberId,
  );
  return json({
    available_project_levels: PROJECT_LEVELS,
    available_resource_levels: RESOURCE_LEVELS,
    can_edit: canEdit(context),
    results: people.map((person) => serializeAccess(context, person)),
  });
}

/**
 * Stores a rule as an explicit membership, which older servers return. Null removes the rule.
 */
function storeRule(context: ProjectContext, person: SeedPerson, level: ProjectLevel | null): void {
  const rows = context.open(membersResource);
  const { uuid } = person.user;
  if (level === null) return rows.remove(uuid);
  const at = formatWireDate(context.now);
  const before = rows.get(uuid);
  rows.put({
    id: before?.id ?? seededUuid(seededRandom(hashText(`membership ${context.project.id} ${uuid} ${at}`))),
    user_uuid: uuid,
    level: level === "admin" ? ADMINISTRATOR_LEVEL : Number(level === "member"),
    joined_at: before?.joined_at ?? at,
    updated_at: at,
  });
}

const accessChange = z.object({
  resource: field.choice(["project"]),
  resource_id: field.text(),
  organization_member: field.text(),
  access_level: z.nullable(field.choice(PROJECT_LEVELS)),
});

async function changeAccess(context: ProjectContext): Promise<Response> {
  const { people, project, user } = context;
  const {
    resource,
    resource_id: resourceId,
    organization_member: memberId,
    access_level: level,
  } = parseBody(accessChange, await context.body());
  if (resourceId !== String(project.id)) fail.notFound();
  if (!canEdit(context)) fail.permissionDenied(INSUFFICIENT);
  const person = people.list.find(({ membershipId }) => membershipId === memberId);
  if (!person) {
    const detail = `Invalid pk "${memberId}" - object does not exist.`;
    return fail.invalidInput(detail, "organization_member");
  }
  if (person.user.uuid === user.uuid) fail.permissionDenied("You can't set your own access level.");
  storeRule(context, person, level);
  if (level === null) return new Response(null, { status: 204 });
  return json({ resource, resource_id: resourceId, organization_member: memberId, access_level: level });
}

function createAccessRoute(
  id: string,
  name: string,
  handle: (context: ProjectContext) => Response | Promise<Response>,
  method: "GET" | "PUT" = "GET",
): Route {
  const scope = method === "GET" ? "access_control:read" : "access_control:write";
  return projectRoute({
    id: `accessControls.${id}`,
    method,
    path: `${PROJECT_PATH}${name}/`,
    scope,
    generations: ["2026"],
    handle,
  });
}

/**
 * Access controls, which replaced explicit members in fall 2026 (server-generations, Access
 * controls).
 */
export const accessControlRoutes: readonly Route[] = [
  createAccessRoute("members", "access_control_members", listMemberAccess),
  createAccessRoute("defaults", "access_control_defaults", (context) =>
    json({
      can_edit: canEdit(context),
      project_access_level: getDefaultLevel(context),
      available_project_levels: PROJECT_LEVELS,
      resource_access_levels: [],
    }),
  ),
  createAccessRoute("roles", "access_control_roles", (context) =>
    json({
      available_project_levels: PROJECT_LEVELS,
      available_resource_levels: RESOURCE_LEVELS,
      can_edit: canEdit(context),
      results: [],
    }),
  ),
  createAccessRoute("update", "access_controls", changeAccess, "PUT"),
];
