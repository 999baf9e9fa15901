import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createEmulatorCaller } from "@/testing/call-emulator";

const MEMBERS = "/environments/1/explicit_members/";
const ACCESS = "/projects/1/access_control_members/";
const CHANGE = "/projects/1/access_controls/";

const access = z.object({
  results: z.array(
    z.looseObject({
      organization_membership_id: z.string(),
      user: z.looseObject({ email: z.string() }),
      organization_level: z.int(),
      project: z.looseObject({ access_level: z.nullable(z.string()) }),
    }),
  ),
});

function createCaller() {
  const { call, emulator } = createEmulatorCaller({ generation: "2026" });
  const list = async (query = "") => z.parse(access, (await call("GET", `${ACCESS}${query}`)).body);
  const find = async (email: string) => {
    const found = (await list()).results.find(({ user }) => user.email.startsWith(email));
    if (!found) throw new Error(`nobody at ${email}`);
    return found;
  };
  const change = (organization_member: string, access_level: string | null) =>
    call("PUT", CHANGE, {
      body: { resource: "project", resource_id: "1", organization_member, access_level },
    });
  return { call, emulator, list, find, change };
}

describe("access controls", () => {
  it.each(["2024", "2025"] as const)("exist in no server of %s", async (generation) => {
    const older = createEmulatorCaller({ generation });
    expect((await older.call("GET", MEMBERS)).status).toBe(200);
    expect((await older.call("GET", ACCESS)).status).toBe(404);
  });

  it("report everyone's level with its reason", async () => {
    const { list, find } = createCaller();
    expect(await find("tomasz")).toMatchObject({
      organization_level: 15,
      project: {
        effective_access_level: "admin",
        inherited_access_level_reason: "organization_admin",
        minimum: "admin",
      },
    });
    expect(await find("mei")).toMatchObject({
      project: {
        access_level: "admin",
        effective_access_level: "admin",
        inherited_access_level: "none",
        inherited_access_level_reason: "project_default",
      },
    });
    const { organization_membership_id } = await find("mei");
    expect((await list(`?member_id=${organization_membership_id}`)).results).toHaveLength(1);
  });

  it("report inherited access in the form of the server's age, or not at all", async () => {
    const { find, emulator } = createCaller();
    const source_subject = null;
    emulator.faults.set([{ endpoint: "*", kind: "access-form", form: "newest" }]);
    const [owner, member] = [await find("tomasz"), await find("mei")];
    expect([owner.project["inherited_access"], member.project["inherited_access"]]).toEqual([
      { access_level: "admin", source: "organization_admin", source_subject },
      null,
    ]);
    expect(member.project).not.toHaveProperty("inherited_access_level");
    emulator.faults.set([{ endpoint: "*", kind: "access-form", form: "missing" }]);
    expect(Object.keys((await find("mei")).project).filter((key) => key.startsWith("inherited"))).toEqual([]);
  });

  it("enforce a rule below the project's default", async () => {
    const { change, find, emulator } = createCaller();
    emulator.faults.set([{ endpoint: "*", kind: "access-default" }]);
    const { organization_membership_id: id } = await find("mei");
    await change(id, "none");
    expect(await find("mei")).toMatchObject({
      project: { access_level: "none", effective_access_level: "none", inherited_access_level: "member" },
    });
    await change(id, null);
    expect(await find("mei")).toMatchObject({ project: { effective_access_level: "member" } });
  });

  it("change, and null removes the rule", async () => {
    const { change, find, emulator, call } = createCaller();
    const { organization_membership_id: id } = await find("mei");
    expect(await change(id, "member")).toMatchObject({ status: 200, body: { access_level: "member" } });
    expect(await find("mei")).toMatchObject({ project: { effective_access_level: "member" } });
    await change(id, "none");
    expect(await find("mei")).toMatchObject({ project: { access_level: "none" } });
    expect((await change(id, null)).status).toBe(204);
    expect(await find("mei")).toMatchObject({
      project: { access_level: null, effective_access_level: "none" },
    });
    emulator.generation.set("2025");
    expect(JSON.stringify((await call("GET", MEMBERS)).body)).not.toContain("mei.tanaka");
  });

  it("refuse one's own level, unknown people and unknown levels", async () => {
    const { change, find } = createCaller();
    const own = (await find("ana")).organization_membership_id;
    expect((await change(own, "member")).status).toBe(403);
    for (const [id, level, attr] of [
      ["nobody", "member", "organization_member"],
      [own, "owner", "access_level"],
    ] as const) {
      expect(await change(id, level)).toMatchObject({ status: 400, body: { attr } });
    }
  });
});

it("explicit members are empty and refuse writes with role-based access", async () => {
  const { call, emulator } = createEmulatorCaller();
  const { body } = await call("GET", MEMBERS);
  expect(body).not.toEqual([]);
  emulator.faults.set([{ endpoint: "*", kind: "member-roles" }]);
  expect(await call("GET", MEMBERS)).toEqual({ status: 200, body: [] });
  const detail =
    "Explicit members can only be accessed for projects with project-based permissioning enabled.";
  expect(await call("POST", MEMBERS, { body: {} })).toMatchObject({ status: 400, body: { detail } });
  expect(await call("DELETE", `${MEMBERS}@me/`)).toMatchObject({ status: 400, body: { detail } });
});
