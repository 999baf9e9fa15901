import { HttpResponse, http } from "msw";
import * as z from "zod/mini";
import {
  ADMINISTRATOR_LEVEL,
  getOrganizationLevel,
  notAllowed,
  type ProjectContext,
  readBody,
  requireAnyScope,
  withProject,
} from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail } from "@/mocks/errors";
import { field, formatWireDate, normalizeUuid, parseBody } from "@/mocks/fields";
import type { MemberRow } from "@/mocks/seed/members";
import { hashText, seededRandom, seededUuid } from "@/mocks/seed/random";

const LIST = "*/api/:prefix/:project_id/explicit_members";
const RECORD = `${LIST}/:parent_membership__user__uuid`;
const LIST_METHODS = { allow: "GET, POST, HEAD, OPTIONS", profile: "contract" } as const;
const RECORD_METHODS = { allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS", profile: "contract" } as const;
export const INSUFFICIENT = "You don't have sufficient permissions in the project.";

/** Returns the higher of the explicit level and the organization level. */
function getEffectiveLevel({ db, members }: ProjectContext, uuid: string): number {
  return Math.max(members.get(uuid)?.level ?? 0, getOrganizationLevel(db, uuid));
}

/** Whether the key's owner may change members and access. */
export function canEditMembers(context: ProjectContext): boolean {
  return getEffectiveLevel(context, context.user.uuid) >= ADMINISTRATOR_LEVEL;
}

function requireAdministrator(context: ProjectContext): void {
  if (!canEditMembers(context)) fail.permissionDenied(INSUFFICIENT);
}

/** Creates a membership with an ID that is always the same for a person and a time. */
export function createMember({ project, now }: ProjectContext, userUuid: string, level: number): MemberRow {
  const at = formatWireDate(now);
  const id = seededUuid(seededRandom(hashText(`membership ${project.id} ${userUuid} ${at}`)));
  return { id, user_uuid: userUuid, level, joined_at: at, updated_at: at };
}

function serializeMember(context: ProjectContext, row: MemberRow) {
  const { db } = context;
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

const memberFields = z.object({
  level: z.optional(field.choice([1, ADMINISTRATOR_LEVEL])),
  user_uuid: field.uuid(),
});

function listMembers(context: ProjectContext): Response {
  const rows = context.project.isOpen ? [] : context.members.rows();
  return HttpResponse.json(rows.map((row) => serializeMember(context, row)));
}

async function addMember(context: ProjectContext): Promise<Response> {
  const { request, user, db, members } = context;
  requireAdministrator(context);
  const { user_uuid: uuid, level = 1 } = parseBody(memberFields, await readBody(request));
  if (uuid === user.uuid) fail.permissionDenied("You can't explicitly add yourself to projects.");
  if (!db.world.people.find(uuid)) fail.permissionDenied("You both need to belong to the same organization.");
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
  if (row.user_uuid === user.uuid) {
    if (level !== undefined) fail.permissionDenied("You can't set your own access level.");
  } else if (getEffectiveLevel(context, row.user_uuid) > getEffectiveLevel(context, user.uuid)) {
    fail.permissionDenied("You can only edit others with level lower or equal to you.");
  }
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

/** Refuses to change the members of a project that is open to everyone. */
function refuseOpenProject(resolve: (context: ProjectContext) => Response | Promise<Response>) {
  return (context: ProjectContext) => {
    requireAnyScope(context.key);
    if (context.request.method !== "GET" && context.project.isOpen)
      fail.invalidInput(
        "Explicit members can only be accessed for projects with project-based permissioning enabled.",
      );
    return resolve(context);
  };
}

/** Explicit members (contract, endpoints 10 to 14). The contract names no scope. */
export const memberHandlers = (db: Db) => {
  const access = { scope: null, refusal: INSUFFICIENT };
  const onList = (resolve: typeof addMember | typeof listMembers) =>
    withProject(db, { ...access, ...LIST_METHODS }, refuseOpenProject(resolve));
  const onRecord = (resolve: typeof updateMember | typeof removeMember) =>
    withProject(db, { ...access, ...RECORD_METHODS }, refuseOpenProject(resolve));
  return [
    http.get(LIST, onList(listMembers)),
    http.post(LIST, onList(addMember)),
    http.all(LIST, notAllowed(db, LIST_METHODS)),
    http.get(
      RECORD,
      onRecord((context) => HttpResponse.json(serializeMember(context, findMember(context)))),
    ),
    http.patch(RECORD, onRecord(updateMember)),
    http.put(RECORD, onRecord(updateMember)),
    http.delete(RECORD, onRecord(removeMember)),
    http.all(RECORD, notAllowed(db, RECORD_METHODS)),
  ];
};
