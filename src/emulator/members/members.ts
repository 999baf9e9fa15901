import { type ProjectContext, type ProjectRoute, projectRoute } from "@/emulator/backend/backend";
import { findPerson } from "@/emulator/company/people-seed";
import { serveList } from "@/emulator/dispatch/list-format";
import { requireAnyScope } from "@/emulator/dispatch/scope-checks";
import { bendLevel, hasLeft } from "@/emulator/faults/member-faults";
import { hashOf, seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { json, refuse } from "@/emulator/request/errors";
import { type RequestFields, requestFields, wireDate } from "@/emulator/request/request-fields";
import {
  checkLevel,
  checkNewcomer,
  checkTarget,
  effectiveLevel,
  parentLevel,
  requireAdministrator,
} from "./member-rules";
import { type MemberRow, members } from "./member-seed";

const LIST = "/api/environments/:project_id/explicit_members/";
const ONE = `${LIST}:parent_membership__user__uuid/`;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function serve(context: ProjectContext, row: MemberRow) {
  const { faults, seed } = context;
  const person = hasLeft(row.user_uuid, faults) ? undefined : findPerson(seed, row.user_uuid);
  const bent = { ...row, level: bendLevel(row.level, row.user_uuid, faults) };
  return {
    id: row.id,
    level: bent.level,
    parent_level: parentLevel(context, row.user_uuid),
    parent_membership_id: person?.membershipId ?? null,
    joined_at: row.joined_at,
    updated_at: row.updated_at,
    user: person?.user ?? null,
    effective_level: effectiveLevel(context, bent),
  };
}

/** The membership the path names; `@me` is the key holder's. */
function find(context: ProjectContext): MemberRow {
  const name = context.params["parent_membership__user__uuid"] ?? "";
  const uuid = name === "@me" ? context.user.uuid : name.toLowerCase();
  return context.open(members).get(uuid) ?? refuse.notFound();
}

function readUuid(fields: RequestFields, required: boolean): string | undefined {
  const text = fields.text("user_uuid", { required })?.toLowerCase();
  if (text !== undefined && !UUID.test(text)) refuse.invalidInput("Must be a valid UUID.", "user_uuid");
  return text;
}

/** The level of a request; `undefined` when it says nothing about it. */
function readLevel(context: ProjectContext, fields: RequestFields): number | undefined {
  if (!fields.has("level")) return undefined;
  const level = fields.anything("level");
  // Levels are a choice: a wrong type is answered as a wrong choice.
  if (typeof level !== "number") return refuse.invalidChoice("level", level);
  checkLevel(context, level);
  return level;
}

async function fieldsOf(context: ProjectContext): Promise<RequestFields> {
  return requestFields(await context.body(), ["level", "user_uuid"]);
}

function list(context: ProjectContext): Response {
  const rows = Array.from(context.open(members).all(), (row) => serve(context, row));
  return serveList(context, rows, "bare", { count: rows.length, next: null, previous: null });
}

async function create(context: ProjectContext): Promise<Response> {
  requireAdministrator(context);
  const fields = await fieldsOf(context);
  const userUuid = readUuid(fields, true) ?? "";
  const level = readLevel(context, fields) ?? 1;
  checkNewcomer(context, userUuid);
  const at = wireDate(context.now);
  const id = seededUuid(seededRandom(hashOf(`membership ${context.project.id} ${userUuid} ${at}`)));
  const row: MemberRow = { id, user_uuid: userUuid, level, joined_at: at, updated_at: at };
  context.open(members).put(row);
  return json(serve(context, row), 201);
}

async function update(context: ProjectContext): Promise<Response> {
  requireAdministrator(context);
  const row = find(context);
  const fields = await fieldsOf(context);
  // Write-only and of no effect here: a membership cannot be handed to somebody else.
  readUuid(fields, false);
  const level = readLevel(context, fields);
  checkTarget(context, row, level);
  const changed: MemberRow = { ...row, level: level ?? row.level, updated_at: wireDate(context.now) };
  context.open(members).put(changed);
  return json(serve(context, changed));
}

function remove(context: ProjectContext): Response {
  const isOwn = find(context).user_uuid === context.user.uuid;
  if (!isOwn) requireAdministrator(context);
  context.open(members).remove(find(context).user_uuid);
  return new Response(null, { status: 204 });
}

function route(
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
    handle(context) {
      requireAnyScope(context.key);
      return handle(context);
    },
  });
}

/** Explicit members (contract, endpoints 10 to 14). */
export const memberRoutes: readonly ProjectRoute[] = [
  route("list", "GET", LIST, list),
  route("create", "POST", LIST, create),
  route("get", "GET", ONE, (context) => json(serve(context, find(context)))),
  route("update", "PATCH", ONE, update),
  route("delete", "DELETE", ONE, remove),
];
