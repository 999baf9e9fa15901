import { buildApi } from "@test/support/builders";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { listMemberAccess, type MemberAccess } from "@/api/members";
import { isLevelRedundant } from "@/data/changes/access-levels";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import {
  accessControls,
  getAccessLevel,
  hasAccessControls,
  peekProjectAccess,
  readMember,
  toInheritedAccess,
  toMember,
} from "./access-controls";
import { requestMembers } from "./member-backends";
import { addMemberJournaled, changeLevelJournaled } from "./member-changes";

const UUID = "aaaaaaaa-0000-4000-8000-000000000005";

type ProjectRules = Readonly<Record<string, unknown>>;

/** Returns the fields of newest servers, which have no older ones. */
const newest = (inherited_access: unknown): ProjectRules => ({
  inherited_access_level: undefined,
  inherited_access_level_reason: undefined,
  inherited_access,
});

function servedPerson(project: ProjectRules = {}, fields: object = {}) {
  return {
    organization_membership_id: "m-5",
    user: { uuid: UUID, first_name: "Mei", last_name: "Tanaka", email: "mei@example.com" },
    organization_level: 1,
    project: {
      access_level: "member",
      effective_access_level: "member",
      inherited_access_level: "none",
      inherited_access_level_reason: "project_default",
      minimum: "none",
      maximum: "admin",
      ...project,
    },
    ...fields,
  };
}

function servedList(...results: readonly object[]) {
  return { can_edit: true, available_project_levels: ["none", "member", "admin"], results };
}

function readPerson(project: ProjectRules = {}, fields: object = {}): MemberAccess {
  const { response } = listMemberAccess;
  if (response.kind !== "json") throw new Error("not JSON");
  // JSON has no undefined fields.
  const body: unknown = JSON.parse(JSON.stringify(servedList(servedPerson(project, fields))));
  const reading = response.parse(body);
  const [person] = reading.ok ? reading.value.results : [];
  if (person === undefined) throw new Error("unreadable");
  return person;
}

/**
 * Creates a server with responses by "METHOD resource". The last response for each key repeats. A
 * number is a status without a body.
 */
function createScene(answers: Readonly<Record<string, readonly (object | number)[]>>, projectId = "1") {
  const sent: { readonly request: string; readonly body: unknown }[] = [];
  const given = new Map<string, number>();
  server.use(
    http.all("*/api/*", async ({ request }) => {
      const url = new URL(request.url);
      const resource = url.pathname.split("/")[4] || decodeURIComponent(url.pathname);
      const text = await request.text();
      sent.push({
        request: `${request.method} ${resource}${url.search}`,
        body: text === "" ? undefined : JSON.parse(text),
      });
      const route = `${request.method} ${resource}`;
      const index = given.get(route) ?? 0;
      given.set(route, index + 1);
      const bodies = answers[route] ?? [];
      const body = bodies[index] ?? bodies.at(-1);
      if (typeof body === "number") return new HttpResponse(null, { status: body });
      return body ? HttpResponse.json(body) : createError(404, "Endpoint not found.");
    }),
  );
  return { sent, api: buildApi({ projectId }) };
}

describe("the access of a person", () => {
  it("is a membership with an own rule", () => {
    expect(readMember(readPerson())).toMatchObject({
      id: "m-5",
      level: 1,
      parent_level: 1,
      effective_level: 1,
      joined_at: null,
      inherited_access: { level: 0, reason: "project_default", minimum: 0, maximum: 8 },
    });
    expect(readMember(readPerson({ access_level: null }))).toBeNull();
  });

  it("names an owner, but not their own rule", () => {
    const rules = {
      access_level: "admin",
      effective_access_level: "admin",
      inherited_access_level: "admin",
      inherited_access_level_reason: "organization_admin",
      minimum: "admin",
    } as const;
    const owner = readPerson(rules, { organization_level: 15 });
    expect(readMember(owner)).toMatchObject({ level: 8, effective_level: 15 });
    expect(toInheritedAccess(owner)).toMatchObject({ level: 15, minimum: 15 });
  });

  it("is the level that the server computed, even below the default", () => {
    const restricted = readPerson({
      access_level: "none",
      effective_access_level: "none",
      inherited_access_level: "member",
    });
    expect(readMember(restricted)).toMatchObject({ level: 0, effective_level: 0 });
    expect(getAccessLevel(restricted)).toBe(0);
    expect(getAccessLevel(readPerson({ access_level: null }))).toBe(1);
  });

  it.each([
    ["the older form", { inherited_access_level: "member" }, 1, "project_default"],
    ["null in the older form", { inherited_access_level: null, inherited_access_level_reason: null }, 0, ""],
    ["the newest form", newest({ access_level: "admin", source: "role", source_subject: "Ops" }), 8, "role"],
    ["null in the newest form", newest(null), 0, ""],
    ["the newest form without a level", newest({ source: "role" }), null, "role"],
    ["an unknown level in the older form", { inherited_access_level: "viewer" }, null, "project_default"],
    ["an unknown level in the newest form", newest({ access_level: "viewer", source: "new" }), null, "new"],
    ["an unreadable newest form", newest("member"), null, ""],
  ])("reads inherited access in %s", (_, project, level, reason) => {
    expect(toInheritedAccess(readPerson(project))).toMatchObject({ level, reason });
  });

  it("comes from the organization for its administrators, even if the server doesn't report it", () => {
    const administrator = readPerson(newest(undefined), { organization_level: 8 });
    expect(toInheritedAccess(administrator)).toMatchObject({ level: 8, reason: "organization_level" });
    const rule = { ...newest(undefined), access_level: "admin", effective_access_level: "admin" };
    expect(isLevelRedundant(toMember(readPerson(rule, { organization_level: 8 }), "admin"))).toBe(false);
  });

  it("is unknown where nothing shows it, and the own rule below the project default, whatever the server's effective level is", () => {
    const missing = { effective_access_level: undefined };
    expect(getAccessLevel(readPerson({ ...newest(undefined), ...missing, access_level: null }))).toBeNull();
    expect(getAccessLevel(readPerson({ ...newest(undefined), ...missing }))).toBeNull();
    expect(getAccessLevel(readPerson({ ...missing, access_level: null }))).toBe(0);
    expect(getAccessLevel(readPerson({ effective_access_level: "viewer", access_level: "admin" }))).toBe(8);
    const rules = { access_level: "none", effective_access_level: "admin", inherited_access_level: "admin" };
    expect(getAccessLevel(readPerson(rules))).toBe(0);
    expect(getAccessLevel(readPerson({ ...rules, inherited_access_level_reason: "role_override" }))).toBe(8);
  });

  it.each([["viewer"], [undefined]])("isn't a membership with the unknown rule %s", async (access_level) => {
    const person = servedPerson({ access_level });
    expect(() => readMember(readPerson({ access_level }))).toThrow();
    const { api } = createScene({ "GET access_control_members": [servedList(person)] });
    expect(await accessControls.list(api)).toMatchObject({
      results: [],
      count: 1,
      broken: [{ raw: { organization_membership_id: "m-5" } }],
    });
    expect(peekProjectAccess(api)?.people).toHaveLength(1);
  });
});

describe("the list of access", () => {
  it("counts people with an own rule and unreadable records", async () => {
    const { api } = createScene({
      "GET access_control_members": [
        servedList(servedPerson(), { project: 7 }, servedPerson({ access_level: null })),
      ],
    });
    expect(await accessControls.list(api)).toMatchObject({
      count: 2,
      results: [{ id: "m-5" }],
      broken: [{ index: 1 }],
    });
    expect(peekProjectAccess(api)).toMatchObject({ canEdit: true, levels: [0, 1, 8] });
  });

  it.each([
    [[servedPerson()], true],
    [[servedPerson(), { project: 7 }], false],
    [[], false],
  ])("knows everyone only if each record could be read: case %#", async (people, isEveryone) => {
    const { api } = createScene({ "GET access_control_members": [servedList(...people)] });
    await accessControls.list(api);
    expect(peekProjectAccess(api)).toMatchObject({ isEveryone });
  });

  it("offers all levels when the server names none", async () => {
    const { api } = createScene({ "GET access_control_members": [{ results: [] }] });
    await accessControls.list(api);
    expect(peekProjectAccess(api)).toMatchObject({ canEdit: null, levels: [0, 1, 8] });
  });
});

it("a request for members rejects with the first error when both endpoints are missing, and requests one of them only once", async () => {
  const { api, sent } = createScene({});
  for (let time = 0; time < 2; time += 1) {
    const answer = requestMembers(api, (backend) => backend.list(api));
    await expect(answer).rejects.toMatchObject({ status: 404 });
  }
  expect(sent.map(({ request }) => request)).toEqual([
    "GET explicit_members",
    "GET access_control_members",
    "GET explicit_members",
  ]);
  expect(hasAccessControls(api)).toBe(false);
});

describe("a change of access", () => {
  it("sends the rule, and returns the level that the server computes", async () => {
    const computed = servedPerson({
      access_level: "member",
      effective_access_level: "admin",
      minimum: "admin",
    });
    const { api, sent } = createScene({
      "GET access_control_members": [servedList(servedPerson()), servedList(computed)],
      "PUT access_controls": [{ access_level: "member" }],
    });
    expect(await accessControls.setLevel(api, UUID, 1)).toMatchObject({ level: 1, effective_level: 8 });
    expect(sent).toEqual([
      { request: "GET access_control_members", body: undefined },
      {
        request: "PUT access_controls",
        body: { resource: "project", resource_id: "1", organization_member: "m-5", access_level: "member" },
      },
      { request: "GET access_control_members?member_id=m-5", body: undefined },
    ]);
  });

  it("sends no rule if the project's number is unknown", async () => {
    const { api, sent } = createScene(
      { "GET access_control_members": [servedList(servedPerson())], "GET /api/projects/@current/": [403] },
      "@current",
    );
    await expect(accessControls.removeLevel(api, UUID)).rejects.toMatchObject({ status: 403 });
    expect(sent.map(({ request }) => request)).not.toContain("PUT access_controls");
  });

  it("succeeds even if the person can't be read afterwards", async () => {
    const { api } = createScene({
      "GET access_control_members": [servedList(servedPerson()), 403],
      "PUT access_controls": [{}],
    });
    expect(await accessControls.setLevel(api, UUID, 8)).toMatchObject({ level: 8, effective_level: 8 });
  });

  it.each([
    ["changed", "member", 1],
    ["added", null, null],
  ] as const)(
    "is journaled as %s even if someone else changes it before it is read again",
    async (_, own, before) => {
      const { api } = createScene({
        "GET access_control_members": [
          servedList(servedPerson({ access_level: own })),
          servedList(servedPerson({ access_level: own })),
          servedList(servedPerson({ access_level: "none", effective_access_level: "none" })),
        ],
        "PUT access_controls": [{ access_level: "admin" }],
      });
      const page = await accessControls.list(api);
      const [member] = page.results;
      const { entry } = member
        ? await changeLevelJournaled(api, { member, level: 8, requireUnchanged: true })
        : await addMemberJournaled(api, { user_uuid: UUID, level: 8 });
      expect(entry.changes).toEqual([{ field: "level", before, after: 8 }]);
    },
  );

  it("doesn't replace a rule that someone else has added", async () => {
    const { api, sent } = createScene({
      "GET access_control_members": [servedList(servedPerson())],
    });
    await expect(accessControls.addLevel(api, UUID, 8)).rejects.toMatchObject({ status: 409 });
    expect(sent).toHaveLength(1);
  });

  it("sends nothing for someone outside the organization", async () => {
    const { api, sent } = createScene({ "GET access_control_members": [servedList()] });
    await expect(accessControls.removeLevel(api, UUID)).rejects.toMatchObject({ status: 404 });
    expect(sent.map(({ request }) => request)).toEqual(["GET access_control_members"]);
  });
});
