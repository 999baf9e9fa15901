import { HttpResponse, http } from "msw";
import * as z from "zod/mini";
import {
  ADMINISTRATOR_LEVEL,
  findPerson,
  getOrganizationLevel,
  type ProjectContext,
  readBody,
  withProject,
} from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail } from "@/mocks/errors";
import { field, formatWireDate, normalizeUuid, parseBody } from "@/mocks/fields";
import type { MemberRow } from "@/mocks/seed/members";

const LIST = "*/api/:prefix/:project_id/explicit_members";
const RECORD = `${LIST}/:parent_membership__user__uuid`;
const NOT_PRIVATE =
  "Explicit members can only be accessed for projects with project-based permissioning enabled.";
const INSUFFICIENT = "You don't have sufficient permissions in the project.";

function getEffectiveLevel({ db, members }: ProjectContext, uuid: string): number {
  return Math.max(members.get(uuid)?.level ?? 0, getOrganizationLevel(db, uuid));
}

export const canEditMembers = (context: ProjectContext) =>
  getEffectiveLevel(context, context.user.uuid) >= ADMINISTRATOR_LEVEL;

export function requireAdministrator(context: ProjectContext): void {
  if (!canEditMembers(context)) fail.permissionDenied(INSUFFICIENT);
}

export function createMember({ now }: ProjectContext, userUuid: string, level: number): MemberRow {
  const at = formatWireDate(now);
  return { id: crypto.randomUUID(), user_uuid: userUuid, level, joined_at: at, updated_at: at };
}

function serializeMember({ db }: ProjectContext, { user_uuid: uuid, ...row }: MemberRow) {
  const person = findPerson(db.world, uuid);
  const parentLevel = getOrganizationLevel(db, uuid);
  return {
    ...row,
    parent_level: parentLevel,
    parent_membership_id: person?.membershipId ?? null,
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
  if (!findPerson(db.world, uuid)) fail.permissionDenied("You both need to belong to the same organization.");
  if (members.get(uuid)) fail.invalidInput("This user likely already is an explicit member of the project.");
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

const withMembers = (db: Db, resolve: (context: ProjectContext) => Response | Promise<Response>) =>
  withProject(
    db,
    null,
    (context) => {
      if (context.request.method !== "GET" && context.project.isOpen) fail.invalidInput(NOT_PRIVATE);
      return resolve(context);
    },
    INSUFFICIENT,
  );

/** Explicit members (contract, endpoints 10 to 14). */
export const memberHandlers = (db: Db) => [
  http.get(LIST, withMembers(db, listMembers)),
  http.post(LIST, withMembers(db, addMember)),
  http.get(RECORD, withMembers(db, getMember)),
  http.patch(RECORD, withMembers(db, updateMember)),
  http.put(RECORD, withMembers(db, updateMember)),
  http.delete(RECORD, withMembers(db, removeMember)),
];
