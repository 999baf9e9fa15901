import { buildMemberNamed } from "@test/support/builders";
import { expect, it } from "vitest";
import { getCurrentPermissions, UNKNOWN_PERMISSIONS } from "@/features/members/model/member-rules";
import { planMemberChanges } from "./use-member-task";

const ana = buildMemberNamed(1, "Ana", { level: 8, parent_level: 1 });
const bo = buildMemberNamed(2, "Bo", { level: 8, parent_level: 0 });
const mei = buildMemberNamed(3, "Mei", { level: 1, parent_level: 8 });
const zoe = buildMemberNamed(4, "Zoe", { level: 1, parent_level: 15 });
const uuid = ana.user?.uuid ?? "";
const anaPermissions = getCurrentPermissions({ uuid }, [ana, bo, mei, zoe], []);

it("plans level changes and gives reasons for skipped members", () => {
  const changes = planMemberChanges([ana, bo, mei, zoe], { kind: "level", level: 1 }, anaPermissions);
  expect(changes.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    "Ana impossible",
    "Bo change",
    "Mei nothing",
    "Zoe nothing",
  ]);
  expect(changes[1]).toMatchObject({ resource: "member", before: bo, body: { level: 1 } });
});

it("doesn't remove the key holder or members above them, and adds preconditions to removals", () => {
  const changes = planMemberChanges([ana, bo, zoe], { kind: "remove" }, anaPermissions);
  expect(changes.map(({ kind }) => kind)).toEqual(["impossible", "remove", "impossible"]);
  expect(changes[0]).toMatchObject({ why: expect.stringContaining("your own") });
  expect(changes[2]).toMatchObject({ why: expect.stringContaining("is above yours") });
  expect(planMemberChanges([mei], { kind: "clean-up" }, anaPermissions)).toMatchObject([
    { kind: "remove", precondition: "redundant" },
  ]);
  expect(planMemberChanges([mei], { kind: "remove" }, anaPermissions)).toMatchObject([
    { precondition: "kept" },
  ]);
});

it("keeps the last administrator", () => {
  const soleAdministrator = getCurrentPermissions(null, [ana, bo], []);
  const changes = planMemberChanges([ana, bo], { kind: "remove" }, soleAdministrator);
  expect(changes.map(({ kind }) => kind)).toEqual(["remove", "impossible"]);
  const lowered = planMemberChanges([ana, bo], { kind: "level", level: 1 }, soleAdministrator);
  expect(lowered.map(({ kind }) => kind)).toEqual(["change", "impossible"]);
});

it("doesn't remove levels below the access that would replace them", () => {
  const byDefault = { level: 1, reason: "project_default", minimum: 0, maximum: 8 };
  const closed = buildMemberNamed(5, "Kit", { level: 0, effective_level: 0, inherited_access: byDefault });
  const raised = buildMemberNamed(6, "Lou", { level: 8, effective_level: 8, inherited_access: byDefault });
  const permissions = { ...UNKNOWN_PERMISSIONS, canEdit: true };
  const changes = planMemberChanges([closed, raised], { kind: "remove" }, permissions);
  expect(changes).toMatchObject([
    {
      kind: "impossible",
      why: expect.stringContaining("this person would get Member access from the project default."),
    },
    { kind: "remove" },
  ]);
});
