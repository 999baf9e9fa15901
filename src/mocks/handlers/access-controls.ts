import { HttpResponse, http } from "msw";
import * as z from "zod/mini";
import { ADMINISTRATOR_LEVEL, type ProjectContext, readBody, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail } from "@/mocks/errors";
import { field, formatWireDate, parseBody } from "@/mocks/fields";
import type { SeedPerson } from "@/mocks/seed/people";
import { canEditMembers, createMember, requireAdministrator } from "./members";

const PROJECT = "*/api/:prefix/:project_id";
const READ = "access_control:read";
const LEVELS = ["none", "member", "admin"] as const;
type Level = (typeof LEVELS)[number];

function toLevel(level: number): Level {
  if (level >= ADMINISTRATOR_LEVEL) return "admin";
  return level > 0 ? "member" : "none";
}

/** Returns a person's access. A rule is the same record as an explicit member. Without rules, projects are private. */
function serializeAccess({ members }: ProjectContext, person: SeedPerson) {
  const isOrganizationAdmin = person.level >= ADMINISTRATOR_LEVEL;
  const inherited: Level = isOrganizationAdmin ? "admin" : "none";
  const { uuid, first_name, last_name, email } = person.user;
  const row = members.get(uuid);
  const own = row === undefined ? null : toLevel(row.level);
  return {
    organization_membership_id: person.membershipId,
    user: { uuid, first_name, last_name, email },
    organization_level: person.level,
    project: {
      access_level: own,
      // A person's own rule wins, also below the default.
      effective_access_level: isOrganizationAdmin ? "admin" : (own ?? inherited),
      inherited_access_level: inherited,
      inherited_access_level_reason: isOrganizationAdmin ? "organization_admin" : "project_default",
      minimum: inherited,
      maximum: "admin",
    },
    resources: {},
  };
}

/** Lists all people's access. `member_id` is a membership ID that limits the list to one person. */
function listMemberAccess(context: ProjectContext): Response {
  const memberId = context.url.searchParams.get("member_id");
  const people = context.db.world.people.filter(
    ({ membershipId }) => memberId === null || membershipId === memberId,
  );
  return HttpResponse.json({
    available_project_levels: LEVELS,
    available_resource_levels: ["none", "viewer", "editor", "manager"],
    can_edit: canEditMembers(context),
    results: people.map((person) => serializeAccess(context, person)),
  });
}

const getDefaults = (context: ProjectContext) =>
  HttpResponse.json({
    can_edit: canEditMembers(context),
    project_access_level: "none",
    available_project_levels: LEVELS,
    resource_access_levels: [],
  });

const accessChange = z.object({
  resource: field.choice(["project"]),
  resource_id: field.text(),
  organization_member: field.text(),
  access_level: z.nullable(field.choice(LEVELS)),
});

/** Sets a person's rule. A level of null removes it. */
async function changeAccess(context: ProjectContext): Promise<Response> {
  const { db, project, user, members, now, request } = context;
  const change = parseBody(accessChange, await readBody(request));
  if (change.resource_id !== String(project.id)) fail.notFound();
  requireAdministrator(context);
  const memberId = change.organization_member;
  const person = db.world.people.find(({ membershipId }) => membershipId === memberId);
  if (!person)
    return fail.invalidInput(`Invalid pk "${memberId}" - object does not exist.`, "organization_member");
  const { uuid } = person.user;
  if (uuid === user.uuid) fail.permissionDenied("You can't set your own access level.");
  if (change.access_level === null) {
    members.remove(uuid);
    return new HttpResponse(null, { status: 204 });
  }
  const level = change.access_level === "admin" ? ADMINISTRATOR_LEVEL : LEVELS.indexOf(change.access_level);
  const row = members.get(uuid) ?? createMember(context, uuid, level);
  members.put({ ...row, level, updated_at: formatWireDate(now) });
  return HttpResponse.json(change);
}

/** Access controls, which replaced explicit members in fall 2026 (server-generations, Access controls). */
export const accessControlHandlers = (db: Db) => [
  http.get(`${PROJECT}/access_control_members`, withProject(db, READ, listMemberAccess)),
  http.get(`${PROJECT}/access_control_defaults`, withProject(db, READ, getDefaults)),
  http.put(`${PROJECT}/access_controls`, withProject(db, "access_control:write", changeAccess)),
];
