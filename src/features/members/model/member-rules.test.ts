import { describe, expect, it } from "vitest";
import { effectiveLevelAfter } from "@/data/changes/access-levels";
import { buildMember, buildMemberNamed } from "@/testing/build-member";
import { remainingAccessNote } from "./member-messages";
import {
  addRefusal,
  type CurrentPermissions,
  getCurrentPermissions,
  isOwnMembership,
  levelRefusal,
  removalRefusal,
} from "./member-rules";

const ana = buildMemberNamed(1, "Ana", { level: 8, parent_level: 1 });
const bo = buildMemberNamed(2, "Bo", { level: 1, parent_level: 15 });
const mei = buildMemberNamed(3, "Mei", { level: 1, parent_level: 1 });
const all = [ana, bo, mei];
const uuidOf = (member: typeof ana) => member.user?.uuid ?? "";
const anaPermissions = getCurrentPermissions({ uuid: uuidOf(ana) }, all, []);
const meiPermissions = getCurrentPermissions({ uuid: uuidOf(mei) }, all, []);
const noPermissions = getCurrentPermissions(null, all, []);

describe("getCurrentPermissions", () => {
  it("uses the effective level of the key's owner, ignoring the case of the UUID", () => {
    expect(getCurrentPermissions({ uuid: uuidOf(ana).toUpperCase() }, all, []).ownLevel).toBe(8);
    expect(meiPermissions.ownLevel).toBe(1);
    expect(isOwnMembership(ana, { me: uuidOf(ana).toUpperCase() })).toBe(true);
  });

  it("uses the organization level without a membership, otherwise the higher of the two", () => {
    const people = [{ uuid: uuidOf(mei), organizationLevel: 15 }];
    expect(getCurrentPermissions({ uuid: uuidOf(mei) }, [ana], people).ownLevel).toBe(15);
    expect(getCurrentPermissions({ uuid: uuidOf(mei) }, all, people).ownLevel).toBe(15);
  });

  it("has no own level without a key holder or a level", () => {
    expect(noPermissions).toMatchObject({ me: null, ownLevel: null });
    expect(getCurrentPermissions({ uuid: "someone" }, all, []).ownLevel).toBeNull();
  });

  it("counts a person once, ignoring the case of the UUID", () => {
    const people = [{ uuid: uuidOf(ana).toUpperCase(), organizationLevel: 8 }];
    expect(getCurrentPermissions(null, [ana], people).administrators.size).toBe(1);
  });

  it("counts administrators by effective level, members or not", () => {
    const people = [
      { uuid: "owner", organizationLevel: 15 },
      { uuid: "other", organizationLevel: 1 },
    ];
    expect(getCurrentPermissions(null, all, people).administrators).toEqual(
      new Set([uuidOf(ana), uuidOf(bo), "owner"]),
    );
  });
});

describe("levelRefusal", () => {
  const refusal = (member: typeof ana, level: number, permissions: CurrentPermissions) =>
    levelRefusal(member, level, permissions);

  it("refuses the current level", () => {
    expect(refusal(mei, 1, anaPermissions)).toBe("This is the current level.");
  });

  it("refuses any change of the own level", () => {
    expect(refusal(ana, 1, anaPermissions)).toMatch(/your own level/);
    expect(refusal(mei, 8, meiPermissions)).toMatch(/your own level/);
  });

  it("refuses all changes by non-administrators", () => {
    expect(refusal(ana, 1, meiPermissions)).toBe(
      "Only administrators can manage members. Your level is Member.",
    );
    expect(addRefusal(meiPermissions)).toMatch(/Only administrators/);
  });

  it("refuses changes of members above the key holder", () => {
    expect(refusal(bo, 8, anaPermissions)).toBe(
      "You can't change Bo, whose level (Owner) is above yours (Administrator).",
    );
  });

  it("refuses levels above the own level", () => {
    expect(refusal(mei, 15, anaPermissions)).toBe("You can't set a level above your own (Administrator).");
  });

  it("refuses to demote the last administrator", () => {
    const soleAdministrator = getCurrentPermissions(null, [ana, mei], []);
    expect(refusal(ana, 1, soleAdministrator)).toMatch(/^Ana is the last known administrator/);
    expect(removalRefusal(ana, soleAdministrator)).toMatch(/^Ana is the last known administrator/);
    // Organization administrators keep their access without the explicit level.
    const inheriting = buildMemberNamed(1, "Ana", { level: 8, parent_level: 8 });
    expect(removalRefusal(inheriting, getCurrentPermissions(null, [inheriting, mei], []))).toBeUndefined();
    const owner = [{ uuid: "owner", organizationLevel: 15 }];
    expect(refusal(ana, 1, getCurrentPermissions(null, [ana, mei], owner))).toBeUndefined();
  });

  it("allows demoting another administrator if the key holder is known", () => {
    const outside = getCurrentPermissions({ uuid: "outside" }, [ana, mei], []);
    expect(outside.ownLevel).toBeNull();
    expect(refusal(ana, 1, outside)).toBeUndefined();
    expect(removalRefusal(ana, outside)).toBeUndefined();
  });

  it("refuses changes of a member without a user", () => {
    expect(refusal(buildMember({ user: null }), 8, anaPermissions)).toMatch(/didn't return this user/);
  });

  it("allows everything when permissions are unknown", () => {
    expect(refusal(mei, 8, noPermissions)).toBeUndefined();
    expect(refusal(bo, 8, noPermissions)).toBeUndefined();
    expect(removalRefusal(mei, anaPermissions)).toBeUndefined();
    expect(addRefusal(noPermissions)).toBeUndefined();
  });
});

describe("removalRefusal", () => {
  it("allows everyone but the last administrator to remove themselves", () => {
    expect(removalRefusal(mei, meiPermissions)).toBeUndefined();
    const soleAdministrator = getCurrentPermissions({ uuid: uuidOf(ana) }, [ana, mei], []);
    expect(removalRefusal(ana, soleAdministrator)).toMatch(/last known administrator/);
  });
});

describe("with access controls", () => {
  const inherited_access = { level: 8, reason: "organization_admin", minimum: 8, maximum: null };
  const admin = buildMemberNamed(4, "Di", {
    level: 1,
    parent_level: 8,
    effective_level: 8,
    inherited_access,
  });
  const limited = buildMember({
    inherited_access: { level: 0, reason: "project_default", minimum: 0, maximum: 1 },
  });
  const permit = (canEdit: boolean | null) =>
    getCurrentPermissions({ uuid: uuidOf(mei) }, [mei, admin], [], { canEdit, levels: [0, 1, 8] });

  it("the server decides who may change access", () => {
    expect(addRefusal(permit(false))).toMatch(/^You can't change access/);
    expect(removalRefusal(limited, permit(false))).toMatch(/^You can't change access/);
    expect([addRefusal(permit(true)), removalRefusal(admin, permit(true))]).toEqual([undefined, undefined]);
    expect(permit(true).levels).toEqual([0, 1, 8]);
    // Without a server rule, the key owner's level decides, as on servers with explicit members.
    expect(addRefusal(permit(null))).toMatch(/^Only administrators/);
  });

  it("the server's limits apply", () => {
    expect(levelRefusal(admin, 0, permit(true))).toBe(
      "Di has at least Administrator access (Organization administrator).",
    );
    expect(levelRefusal(admin, 8, permit(true))).toBeUndefined();
    expect(levelRefusal(limited, 8, permit(true))).toMatch(/to Member access/);
    expect(levelRefusal(limited, 0, permit(true))).toBeUndefined();
    expect([effectiveLevelAfter(admin, 1), effectiveLevelAfter(limited, 0)]).toEqual([8, 0]);
  });

  it("nobody can change or remove their own level", () => {
    const own = getCurrentPermissions({ uuid: uuidOf(admin) }, [admin], [], { canEdit: true, levels: [] });
    expect(levelRefusal(admin, 8, own)).toMatch(/your own level/);
    expect(removalRefusal(admin, own)).toMatch(/your own level/);
  });

  it("removal may grant more than the level", () => {
    const restricted = buildMember({
      level: 0,
      effective_level: 0,
      inherited_access: { level: 1, reason: "project_default", minimum: 0, maximum: null },
    });
    expect(remainingAccessNote(restricted)).toBe("They get Member access from the project default.");
  });
});
