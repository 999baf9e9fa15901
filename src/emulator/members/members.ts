import { type ProjectContext, type ProjectRoute, projectRoute } from "@/emulator/backend/backend";
import { findPerson } from "@/emulator/company/people-seed";
import { createListResponse } from "@/emulator/dispatch/list-format";
import { requireAnyScope } from "@/emulator/dispatch/scope-checks";
import { applyLevelFault, hasRoleBasedAccess, isPersonMissing } from "@/emulator/faults/member-faults";
import { hashText, seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { fail, json } from "@/emulator/request/errors";
import { createRequestFields, formatWireDate, type RequestFields } from "@/emulator/request/request-fields";
import {
  getEffectiveLevel,
  getParentLevel,
  requireAddableMember,
  requireAdministrator,
  requireAllowedLevel,
  requireEditableMember,
} from "./member-rules";
import { type MemberRow, membersResource } from "./member-seed";

const LIST_PATH = "/api/environments/:project_id/explicit_members/";
const RECORD_PATH = `${LIST_PATH}:parent_membership__user__uuid/`;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function serializeMember(context: ProjectContext, row: MemberRow) {
  const { faults, seed } = context;
  const person = isPersonMissing(row.user_uuid, faults) ? undefined : findPerson(seed, row.user_uuid);
  const faultyRow = { ...row, level: applyLevelFault(row.level, row.user_uuid, faults) };
  return {
    id: row.id,
    level: faultyRow.level,
    parent_level: getParentLevel(context, row.user_uuid),
    parent_membership_id: person?.membershipId ?? null,
    joined_at: row.joined_at,
    updated_at: row.updated_at,
    user: person?.user ?? null,
    effective_level: getEffectiveLevel(context, faultyRow),
  };
}

/** Returns the membership in the path. `@me` selects the key owner's membership. */
function findMember(context: ProjectContext): MemberRow {
  const name = context.params["parent_membership__user__uuid"] ?? "";
  const uuid = name === "@me" ? context.user.uuid : name.toLowerCase();
  return context.open(membersResource).get(uuid) ?? fail.notFound();
}

function readUuid(fields: RequestFields, required: boolean): string | undefined {
  const text = fields.text("user_uuid", { required })?.toLowerCase();
  if (text !== undefined && !UUID.test(text)) fail.invalidInput("Must be a valid UUID.", "user_uuid");
  return text;
}

function readLevel(context: ProjectContext, fields: RequestFields): number | undefined {
  if (!fields.has("level")) return undefined;
  const level = fields.anything("level");
  // Servers define levels as choices, so a value that isn't a number is also an invalid choice.
  if (typeof level !== "number") return fail.invalidChoice("level", level);
  requireAllowedLevel(context, level);
  return level;
}

async function readFields(context: ProjectContext): Promise<RequestFields> {
  return createRequestFields(await context.body(), ["level", "user_uuid"]);
}

function listMembers(context: ProjectContext): Response {
  const members = hasRoleBasedAccess(context.faults) ? [] : context.open(membersResource).all();
  const rows = Array.from(members, (row) => serializeMember(context, row));
  return createListResponse(context, rows, "bare", { count: rows.length, next: null, previous: null });
}

async function createMember(context: ProjectContext): Promise<Response> {
  requireAdministrator(context);
  const fields = await readFields(context);
  const userUuid = readUuid(fields, true) ?? "";
  const level = readLevel(context, fields) ?? 1;
  requireAddableMember(context, userUuid);
  const at = formatWireDate(context.now);
  const id = seededUuid(seededRandom(hashText(`membership ${context.project.id} ${userUuid} ${at}`)));
  const row: MemberRow = { id, user_uuid: userUuid, level, joined_at: at, updated_at: at };
  context.open(membersResource).put(row);
  return json(serializeMember(context, row), 201);
}

async function updateMember(context: ProjectContext): Promise<Response> {
  requireAdministrator(context);
  const row = findMember(context);
  const fields = await readFields(context);
  // The UUID is validated but has no effect, because a membership can't move to another person.
  readUuid(fields, false);
  const level = readLevel(context, fields);
  requireEditableMember(context, row, level);
  const changed: MemberRow = { ...row, level: level ?? row.level, updated_at: formatWireDate(context.now) };
  context.open(membersResource).put(changed);
  return json(serializeMember(context, changed));
}

function removeMember(context: ProjectContext): Response {
  const isOwn = findMember(context).user_uuid === context.user.uuid;
  if (!isOwn) requireAdministrator(context);
  context.open(membersResource).remove(findMember(context).user_uuid);
  return new Response(null, { status: 204 });
}

function createMemberRoute(
  id: string,
  method: ProjectRoute["method"],
  path: string,
  handle: ProjectRoute["handle"],
): ProjectRoute {
  return projectRoute({
    id: `members.${id}`,
    method,
    path,
    scope: null,
    generations: ["2024", "2025"],
    handle(context) {
      requireAnyScope(context.key);
      if (method !== "GET" && hasRoleBasedAccess(context.faults)) {
        fail.invalidInput(
          "Explicit members can only be accessed for projects with project-based permissioning enabled.",
        );
      }
      return handle(context);
    },
  });
}

/** Explicit members (contract, endpoints 10 to 14). */
export const memberRoutes: readonly ProjectRoute[] = [
  createMemberRoute("list", "GET", LIST_PATH, listMembers),
  createMemberRoute("create", "POST", LIST_PATH, createMember),
  createMemberRoute("get", "GET", RECORD_PATH, (context) =>
    json(serializeMember(context, findMember(context))),
  ),
  createMemberRoute("update", "PATCH", RECORD_PATH, updateMember),
  createMemberRoute("delete", "DELETE", RECORD_PATH, removeMember),
];
