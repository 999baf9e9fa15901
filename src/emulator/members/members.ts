import * as z from "zod/mini";
import { type ProjectContext, type ProjectRoute, projectRoute } from "@/emulator/backend/backend";
import { createListResponse } from "@/emulator/dispatch/list-format";
import { requireAnyScope } from "@/emulator/dispatch/scope-checks";
import { applyLevelFault, hasRoleBasedAccess, isPersonMissing } from "@/emulator/faults/member-faults";
import { hashText, seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { fail, json } from "@/emulator/request/errors";
import { field, formatWireDate, normalizeUuid, parseBody } from "@/emulator/request/request-fields";
import {
  getEffectiveLevel,
  getParentLevel,
  INSUFFICIENT,
  LEVELS,
  requireAddableMember,
  requireAdministrator,
  requireEditableMember,
} from "./member-rules";
import { type MemberRow, membersResource } from "./member-seed";

const LIST_PATH = "/api/environments/:project_id/explicit_members/";
const RECORD_PATH = `${LIST_PATH}:parent_membership__user__uuid/`;

function serializeMember(context: ProjectContext, row: MemberRow) {
  const { faults, people } = context;
  const person = isPersonMissing(row.user_uuid, faults) ? undefined : people.find(row.user_uuid);
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

/** Returns the membership in the path. Servers fail on `@me`. */
function findMember(context: ProjectContext): MemberRow {
  const name = context.params["parent_membership__user__uuid"] ?? "";
  if (name === "@me") return fail.serverError();
  return context.open(membersResource).get(normalizeUuid(name) ?? "") ?? fail.notFound();
}

const memberFields = z.object({
  level: z.optional(field.choice(LEVELS)),
  user_uuid: field.uuid(),
});

function hasNoExplicitMembers({ project, faults }: ProjectContext): boolean {
  return project.isOpen === true || hasRoleBasedAccess(faults);
}

function listMembers(context: ProjectContext): Response {
  const members = hasNoExplicitMembers(context) ? [] : context.open(membersResource).all();
  const rows = Array.from(members, (row) => serializeMember(context, row));
  return createListResponse(context, rows, "bare", { count: rows.length, next: null, previous: null });
}

async function createMember(context: ProjectContext): Promise<Response> {
  requireAdministrator(context);
  const { user_uuid: userUuid, level = 1 } = parseBody(memberFields, await context.body());
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
  const isPartial = context.request.method === "PATCH";
  // The UUID is validated but has no effect, because a membership can't move to another person.
  const { level } = parseBody(isPartial ? z.partial(memberFields) : memberFields, await context.body());
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
    refusal: INSUFFICIENT,
    generations: ["2024", "2025"],
    handle(context) {
      requireAnyScope(context.key);
      if (method !== "GET" && hasNoExplicitMembers(context)) {
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
  createMemberRoute("replace", "PUT", RECORD_PATH, updateMember),
  createMemberRoute("delete", "DELETE", RECORD_PATH, removeMember),
];
