import { describe, expect, it } from "vitest";
import { getPersonAt } from "@/emulator/company/people-seed";
import { createRouteCaller, TEST_SEED } from "@/testing/call-route";
import { membersResource } from "./member-seed";
import { memberRoutes } from "./members";

const LIST_PATH = "1/explicit_members/";
const getUuid = (index: number) => getPersonAt(TEST_SEED, index).user.uuid;
const getMemberPath = (index: number) => `${LIST_PATH}${getUuid(index)}/`;

const HOLDER = 0;
const OWNER = 1;
const PLAIN = 5;
const SECOND_PLAIN = 6;
const OUTSIDE = 27;

function toList(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) throw new TypeError("no list was served");
  return body;
}

function errorResponse(status: number, detail: string, attr: string | null = null) {
  return { status, body: expect.objectContaining({ detail, attr }) };
}

describe("the list", () => {
  it("is a bare array of 25 in Demo, 500 in Large, none in Empty", async () => {
    const { call } = createRouteCaller(memberRoutes);
    expect(toList((await call("GET", LIST_PATH)).body)).toHaveLength(25);
    expect(toList((await call("GET", "2/explicit_members/")).body)).toHaveLength(500);
    expect(await call("GET", "3/explicit_members/")).toEqual({ status: 200, body: [] });
  });

  it("has the higher of both levels as the effective level, and redundant levels", async () => {
    const { call } = createRouteCaller(memberRoutes);
    const rows = toList((await call("GET", LIST_PATH)).body);
    const levels = rows.map((row) => {
      const { level, parent_level, effective_level } = Object(row);
      expect(effective_level).toBe(Math.max(level, parent_level));
      return `${level} ${parent_level}`;
    });
    expect(new Set(levels)).toEqual(new Set(["8 8", "1 15", "1 8", "8 1", "1 1"]));
  });
});

describe("a member", () => {
  it("has the contract's fields without the write-only one", async () => {
    const { call } = createRouteCaller(memberRoutes);
    const { status, body } = await call("GET", getMemberPath(PLAIN));
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      level: 1,
      parent_level: 1,
      parent_membership_id: getPersonAt(TEST_SEED, PLAIN).membershipId,
      joined_at: expect.stringMatching(/^20\d\d-.*Z$/),
      updated_at: expect.stringMatching(/^20\d\d-.*Z$/),
      user: getPersonAt(TEST_SEED, PLAIN).user,
      effective_level: 1,
    });
  });

  it("is not found when the person is not a member", async () => {
    const { call } = createRouteCaller(memberRoutes);
    expect(await call("GET", getMemberPath(OUTSIDE))).toEqual(errorResponse(404, "Not found."));
    expect(await call("PATCH", getMemberPath(OUTSIDE), { body: { level: 8 } })).toEqual(
      errorResponse(404, "Not found."),
    );
    expect(await call("DELETE", getMemberPath(OUTSIDE))).toEqual(errorResponse(404, "Not found."));
  });

  it("is the key owner under @me", async () => {
    const { call } = createRouteCaller(memberRoutes);
    const { body } = await call("GET", `${LIST_PATH}@me/`);
    expect(body).toMatchObject({ user: { uuid: getUuid(HOLDER) } });
  });
});

describe("adding", () => {
  it("lists the new member first, with level 1 by default", async () => {
    const { call } = createRouteCaller(memberRoutes);
    const added = await call("POST", LIST_PATH, { body: { user_uuid: getUuid(OUTSIDE).toUpperCase() } });
    expect(added).toMatchObject({
      status: 201,
      body: { level: 1, joined_at: "2026-11-21T10:00:00Z", user: { uuid: getUuid(OUTSIDE) } },
    });
    const rows = toList((await call("GET", LIST_PATH)).body);
    expect(rows).toHaveLength(26);
    expect(rows[0]).toEqual(added.body);
  });

  it("is refused for the key owner, unknown people and members", async () => {
    const { call } = createRouteCaller(memberRoutes);
    const add = (uuid: string) => call("POST", LIST_PATH, { body: { user_uuid: uuid, level: 1 } });
    expect(await add(getUuid(HOLDER))).toEqual(
      errorResponse(403, "You can't explicitly add yourself to projects."),
    );
    expect(await add("00000000-0000-4000-8000-000000000000")).toEqual(
      errorResponse(403, "You both need to belong to the same organization."),
    );
    expect(await add(getUuid(PLAIN))).toEqual(
      errorResponse(400, "This user likely already is an explicit member of the project."),
    );
  });

  it.each([
    [{}, "This field is required.", "user_uuid"],
    [{ user_uuid: null }, "This field may not be null.", "user_uuid"],
    [{ user_uuid: 7 }, "Not a valid string.", "user_uuid"],
    [{ user_uuid: "ana" }, "Must be a valid UUID.", "user_uuid"],
    [{ user_uuid: getUuid(OUTSIDE), level: 3 }, '"3" is not a valid choice.', "level"],
    [{ user_uuid: getUuid(OUTSIDE), level: "8" }, '"8" is not a valid choice.', "level"],
    [{ user_uuid: getUuid(OUTSIDE), level: null }, "This field may not be null.", "level"],
    [{ user_uuid: getUuid(OUTSIDE), role: "x" }, 'Unknown field "role".', "role"],
  ])("refuses %j", async (body, detail, attr) => {
    const { call } = createRouteCaller(memberRoutes);
    expect(await call("POST", LIST_PATH, { body })).toEqual(errorResponse(400, detail, attr));
    expect(toList((await call("GET", LIST_PATH)).body)).toHaveLength(25);
  });
});

describe("changing", () => {
  it("sets the level and the time of the change, and keeps the position", async () => {
    const { call, advance } = createRouteCaller(memberRoutes);
    const before = toList((await call("GET", LIST_PATH)).body);
    advance(60_000);
    const changed = await call("PATCH", getMemberPath(PLAIN), { body: { level: 8 } });
    expect(changed).toMatchObject({
      status: 200,
      body: { level: 8, effective_level: 8, updated_at: "2026-11-21T10:01:00Z" },
    });
    const after = toList((await call("GET", LIST_PATH)).body);
    expect(after).toHaveLength(before.length);
    expect(after[PLAIN]).toEqual(changed.body);
    expect(after[SECOND_PLAIN]).toEqual(before[SECOND_PLAIN]);
  });

  it("is refused for the key owner's level, higher levels and members with a higher level", async () => {
    const { call } = createRouteCaller(memberRoutes);
    expect(await call("PATCH", getMemberPath(HOLDER), { body: { level: 1 } })).toEqual(
      errorResponse(403, "You can't set your own access level."),
    );
    expect(await call("PATCH", getMemberPath(PLAIN), { body: { level: 15 } })).toEqual(
      errorResponse(403, "You can only set access level to lower or equal to your current one."),
    );
    expect(await call("PATCH", getMemberPath(OWNER), { body: { level: 8 } })).toEqual(
      errorResponse(403, "You can only edit others with level lower or equal to you."),
    );
  });
});

describe("removing", () => {
  it("removes the member with an empty response, and the member can be added again", async () => {
    const { send, call } = createRouteCaller(memberRoutes);
    const removed = await send("DELETE", getMemberPath(PLAIN));
    expect([removed.status, await removed.text()]).toEqual([204, ""]);
    expect((await call("GET", getMemberPath(PLAIN))).status).toBe(404);
    expect(toList((await call("GET", LIST_PATH)).body)).toHaveLength(24);
    expect((await call("POST", LIST_PATH, { body: { user_uuid: getUuid(PLAIN) } })).status).toBe(201);
  });

  it("is always allowed for the key owner", async () => {
    const { call } = createRouteCaller(memberRoutes);
    expect((await call("DELETE", getMemberPath(PLAIN), { as: PLAIN })).status).toBe(204);
    expect((await call("DELETE", `${LIST_PATH}@me/`, { as: SECOND_PLAIN })).status).toBe(204);
  });
});

describe("permissions", () => {
  it("let people below administrator only read", async () => {
    const { call } = createRouteCaller(memberRoutes);
    const refused = errorResponse(403, "You don't have sufficient permissions in the project.");
    expect((await call("GET", LIST_PATH, { as: PLAIN })).status).toBe(200);
    expect(await call("POST", LIST_PATH, { as: PLAIN, body: { user_uuid: getUuid(OUTSIDE) } })).toEqual(
      refused,
    );
    expect(await call("PATCH", getMemberPath(SECOND_PLAIN), { as: PLAIN, body: { level: 1 } })).toEqual(
      refused,
    );
    expect(await call("DELETE", getMemberPath(SECOND_PLAIN), { as: PLAIN })).toEqual(refused);
  });

  it("include an explicit level of 8", async () => {
    const { call } = createRouteCaller(memberRoutes);
    await call("PATCH", getMemberPath(PLAIN), { body: { level: 8 } });
    expect((await call("DELETE", getMemberPath(SECOND_PLAIN), { as: PLAIN })).status).toBe(204);
  });

  it("require a key with any scope", async () => {
    const { call } = createRouteCaller(memberRoutes);
    expect(await call("GET", LIST_PATH, { key: "phx_demo_none" })).toEqual(
      errorResponse(403, "This action does not support Personal API Key access"),
    );
  });
});

describe("the seed", () => {
  it("finds each record at its index", () => {
    const context = {
      project: { id: 2, uuid: "", name: "Large", size: "large" as const },
      seed: TEST_SEED,
      seededAt: new Date("2026-11-21T10:00:00Z"),
    };
    const rows = membersResource.open({ context, version: 0, changes: new Map(), write: () => undefined });
    for (const index of [0, 31, 499]) expect(rows.get(getUuid(index))).toEqual([...rows.page(index, 1)][0]);
    expect(rows.get(getUuid(500))).toBeUndefined();
  });
});
