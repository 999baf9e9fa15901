import { describe, expect, it } from "vitest";
import { getPersonAt } from "@/emulator/company/people-seed";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/explicit_members/";
const SEED = 1;
const getUuid = (index: number) => getPersonAt(SEED, index).user.uuid;
const getMemberPath = (index: number) => `${LIST_PATH}${getUuid(index)}/`;

const PLAIN = 5;
const OUTSIDE = 27;

function toList(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) throw new TypeError("no list was served");
  return body;
}

it("lists levels, and the higher of both as the effective level", async () => {
  const { call } = createEmulatorCaller();
  const levels = toList((await call("GET", LIST_PATH)).body).map((row) => {
    const { level, parent_level, effective_level } = Object(row);
    expect(effective_level).toBe(Math.max(level, parent_level));
    return `${level} ${parent_level}`;
  });
  expect(new Set(levels)).toEqual(new Set(["8 8", "1 15", "1 8", "8 1", "1 1"]));
});

describe("adding", () => {
  it("lists the new member first, with level 1 by default", async () => {
    const { call } = createEmulatorCaller();
    const added = await call("POST", LIST_PATH, { body: { user_uuid: getUuid(OUTSIDE).toUpperCase() } });
    expect(added).toMatchObject({ status: 201, body: { level: 1, user: { uuid: getUuid(OUTSIDE) } } });
    const rows = toList((await call("GET", LIST_PATH)).body);
    expect(rows).toHaveLength(26);
    expect(rows[0]).toEqual(added.body);
  });

  // Other cases are recorded exchanges.
  it.each([
    [{ user_uuid: "ana" }, "Must be a valid UUID.", "user_uuid"],
    [{ user_uuid: getUuid(OUTSIDE), level: 0 }, '"0" is not a valid choice.', "level"],
  ])("refuses %j", async (body, detail, attr) => {
    const { call } = createEmulatorCaller();
    expect(await call("POST", LIST_PATH, { body })).toMatchObject({ status: 400, body: { detail, attr } });
    expect(toList((await call("GET", LIST_PATH)).body)).toHaveLength(25);
  });
});

it("sets the level and the time of the change, and keeps the position", async () => {
  let time = TEST_NOW.getTime();
  const { call } = createEmulatorCaller({ now: () => new Date(time) });
  const before = toList((await call("GET", LIST_PATH)).body);
  time += 60_000;
  const changed = await call("PATCH", getMemberPath(PLAIN), { body: { level: 8 } });
  expect(changed.body).toMatchObject({ effective_level: 8, updated_at: "2026-11-21T10:01:00Z" });
  expect(toList((await call("GET", LIST_PATH)).body)).toEqual(before.with(PLAIN, changed.body));
});

it("removes a member, who can be added again", async () => {
  const { call } = createEmulatorCaller();
  await call("DELETE", getMemberPath(PLAIN));
  expect((await call("GET", getMemberPath(PLAIN))).status).toBe(404);
  expect(toList((await call("GET", LIST_PATH)).body)).toHaveLength(24);
  expect((await call("POST", LIST_PATH, { body: { user_uuid: getUuid(PLAIN) } })).status).toBe(201);
});
