import { describe, expect, it } from "vitest";
import { standingOf } from "@/features/members/model/member-rules";
import { memberCalled } from "@/testing/build-member";
import { planMembers, taskLabel } from "./plan-member-changes";

const ana = memberCalled(1, "Ana", { level: 8, parent_level: 1 });
const bo = memberCalled(2, "Bo", { level: 8, parent_level: 0 });
const mei = memberCalled(3, "Mei", { level: 1, parent_level: 8 });
const zoe = memberCalled(4, "Zoe", { level: 1, parent_level: 15 });
const uuid = ana.user?.uuid ?? "";
const asAna = standingOf({ uuid }, [ana, bo, mei, zoe], []);

describe("the plan of a task on many members", () => {
  it("sets levels, and says of the others why not", () => {
    const writes = planMembers([ana, bo, mei, zoe], { kind: "level", level: 1 }, asAna);
    expect(writes.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "Ana impossible",
      "Bo change",
      "Mei nothing",
      "Zoe nothing",
    ]);
    expect(writes[1]).toMatchObject({ resource: "member", before: bo, body: { level: 1 } });
  });

  it("removes, but neither one's own among others nor who stands above", () => {
    const writes = planMembers([ana, bo, zoe], { kind: "remove" }, asAna);
    expect(writes.map(({ kind }) => kind)).toEqual(["impossible", "remove", "impossible"]);
    expect(writes[0]).toMatchObject({ why: expect.stringContaining("your own") });
    expect(writes[2]).toMatchObject({ why: expect.stringContaining("stands above you") });
  });

  it("cleans up only as long as nobody needs the explicit level, and removes as long as it comes to what was said", () => {
    expect(planMembers([mei], { kind: "clean-up" }, asAna)).toMatchObject([
      { kind: "remove", asLongAs: "redundant" },
    ]);
    expect(planMembers([mei], { kind: "remove" }, asAna)).toMatchObject([{ asLongAs: "kept" }]);
  });

  it("leaves one administrator, whoever is asked for", () => {
    const alone = standingOf(null, [ana, bo], []);
    const writes = planMembers([ana, bo], { kind: "remove" }, alone);
    expect(writes.map(({ kind }) => kind)).toEqual(["remove", "impossible"]);
    const lowered = planMembers([ana, bo], { kind: "level", level: 1 }, alone);
    expect(lowered.map(({ kind }) => kind)).toEqual(["change", "impossible"]);
  });

  it("is called by what it does", () => {
    expect(taskLabel({ kind: "level", level: 8 }, 3)).toBe("Set 3 members to Administrator");
    expect(taskLabel({ kind: "remove" }, 1)).toBe("Remove 1 member");
    expect(taskLabel({ kind: "clean-up" }, 1)).toBe("Remove 1 explicit level that changes nothing");
  });
});
