import { HttpResponse, http } from "msw";
import * as z from "zod/mini";
import {
  ADMINISTRATOR_LEVEL,
  getOrganizationLevel,
  type ProjectContext,
  readBody,
  requireAnyScope,
  withProject,
} from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail, refuseIf } from "@/mocks/errors";
import { field, formatWireDate, normalizeUuid, parseBody } from "@/mocks/fields";
import type { MemberRow } from "@/mocks/seed/members";
import { seededRandom, seededUuid } from "@/mocks/seed/random";

const LIST = "*/api/:prefix/:project_id/explicit_members";
const RECORD = `${LIST}/:parent_membership__user__uuid`;
const INSUFFICIENT = "You don't have sufficient permissions in the project.";

/** Returns the higher of the explicit level and the organization level. */
function getEffectiveLevel({ db, members }: ProjectContext, uuid: string): number {
  return Math.max(members.get(uuid)?.level ?? 0, getOrganizationLevel(db, uuid));
}

/** Whether the key's owner may change members and access. */
export const canEditMembers = (context: ProjectContext) =>
  getEffectiveLevel(context, context.user.uuid) >= ADMINISTRATOR_LEVEL;

export function requireAdministrator(context: ProjectContext): void {
  if (!canEditMembers(context)) fail.permissionDenied(INSUFFICIENT);
}

/** Creates a membership with an ID that is always the same for a person and a time. */
export function createMember({ project, now }: ProjectContext, userUuid: string, level: number): MemberRow {
  const at = formatWireDate(now);
  const id = seededUuid(seededRandom(`membership ${project.id} ${userUuid} ${at}`));
  return { id, user_uuid: userUuid, level, joined_at: at, updated_at: at };
}

function serializeMember({ db }: ProjectContext, row: MemberRow) {
  const person = db.world.people.find(row.user_uuid);
  const parentLevel = getOrganizationLevel(db, row.user_uuid);
  return {
    id: row.id,
    level: row.level,
    parent_level: parentLevel,
    parent_membership_id: person?.membershipId ?? null,
    joined_at: row.joined_at,
    updated_at: row.updated_at,
    user: person?.user ?? null,
    effective_level: Math.max(row.level, parentLevel),
  };
}

/** Returns the membership in the path. Servers fail on `@me`. */
function findMember({ params, members }: ProjectContext): MemberRow {
  const name = String(params["parent_membership__user__uuid"]);
  if (name === "@me") return fail.serverError();
  return members.get(normalizeUuid(name) ?? "") ?? fail.notFound();
}

const getMember = (context: ProjectContext) =>
  HttpResponse.json(serializeMember(context, findMember(context)));

function listMembers(context: ProjectContext): Response {
  const rows = context.project.isOpen ? [] : context.members.rows();
  return HttpResponse.json(rows.map((row) => serializeMember(context, row)));
}

const memberFields = z.object({
  level: z.optional(field.choice([1, ADMINISTRATOR_LEVEL])),
  user_uuid: field.uuid(),
});

async function addMember(context: ProjectContext): Promise<Response> {
  const { request, user, db, members } = context;
  requireAdministrator(context);
  const { user_uuid: uuid, level = 1 } = parseBody(memberFields, await readBody(request));
  if (uuid === user.uuid) fail.permissionDenied("You can't explicitly add yourself to projects.");
  if (!db.world.people.find(uuid)) fail.permissionDenied("You both need to belong to the same organization.");
  refuseIf(members.get(uuid), "This user likely already is an explicit member of the project.", null);
  const row = createMember(context, uuid, level);
  members.put(row);
  return HttpResponse.json(serializeMember(context, row), { status: 201 });
}

async function updateMember(context: ProjectContext): Promise<Response> {
  const { request, user, members, now } = context;
  requireAdministrator(context);
  findMember(context);
  // The UUID is validated but has no effect, because a membership can't move to another person.
  const schema = request.method === "PATCH" ? z.partial(memberFields) : memberFields;
  const { level } = parseBody(schema, await readBody(request));
  const row = findMember(context);
  const isOneself = row.user_uuid === user.uuid;
  if (isOneself && level !== undefined) fail.permissionDenied("You can't set your own access level.");
  if (!isOneself && getEffectiveLevel(context, row.user_uuid) > getEffectiveLevel(context, user.uuid))
    fail.permissionDenied("You can only edit others with level lower or equal to you.");
  const changed = { ...row, level: level ?? row.level, updated_at: formatWireDate(now) };
  members.put(changed);
  return HttpResponse.json(serializeMember(context, changed));
}

function removeMember(context: ProjectContext): Response {
  const { user_uuid: uuid } = findMember(context);
  if (uuid !== context.user.uuid) requireAdministrator(context);
  context.members.remove(uuid);
  return new HttpResponse(null, { status: 204 });
}

/** Explicit members (contract, endpoints 10 to 14). The contract names no scope. */
export function memberHandlers(db: Db) {
  const withMembers = (resolve: (context: ProjectContext) => Response | Promise<Response>) =>
    withProject(
      db,
      null,
      (context) => {
        requireAnyScope(context.key);
        refuseIf(
          context.request.method !== "GET" && context.project.isOpen,
          "Explicit members can only be accessed for projects with project-based permissioning enabled.",
          null,
        );
        return resolve(context);
      },
      INSUFFICIENT,
    );
  return [
    http.get(LIST, withMembers(listMembers)),
    http.post(LIST, withMembers(addMember)),
    http.get(RECORD, withMembers(getMember)),
    http.patch(RECORD, withMembers(updateMember)),
    http.put(RECORD, withMembers(updateMember)),
    http.delete(RECORD, withMembers(removeMember)),
  ];
}
