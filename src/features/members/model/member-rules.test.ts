import { buildMember, buildMemberNamed } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import { effectiveLevelAfter } from "@/data/changes/access-levels";
import { formatListSearch } from "@/lib/url/url-state";
import { remainingAccessNote } from "./member-messages";
import {
  addRefusal,
  type CurrentPermissions,
  getCurrentPermissions,
  isOwnMembership,
  levelRefusal,
  parseMemberListFilters,
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
  it("uses the key owner's effective level, otherwise the organization level, if there is one", () => {
    expect(getCurrentPermissions({ uuid: uuidOf(ana).toUpperCase() }, all, []).ownLevel).toBe(8);
    expect(meiPermissions.ownLevel).toBe(1);
    expect(isOwnMembership(ana, { me: uuidOf(ana).toUpperCase() })).toBe(true);
    const people = [{ uuid: uuidOf(mei), organizationLevel: 15 }];
    expect(getCurrentPermissions({ uuid: uuidOf(mei) }, [ana], people).ownLevel).toBe(15);
    expect(getCurrentPermissions({ uuid: uuidOf(mei) }, all, people).ownLevel).toBe(15);
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

const ownerOutside = [{ uuid: "owner", organizationLevel: 15 }];
const soleAdministrator = getCurrentPermissions(null, [ana, mei], []);
const outside = getCurrentPermissions({ uuid: "outside" }, [ana, mei], []);
const LAST_ADMINISTRATOR = /^Ana is the last known administrator/;

it.each<[string, typeof ana, number, CurrentPermissions, string | RegExp | undefined]>([
  ["the current level", mei, 1, anaPermissions, "This is the current level."],
  ["a change of an administrator's own level", ana, 1, anaPermissions, /your own level/],
  ["changes by non-administrators", ana, 1, meiPermissions, /^Only administrators .* level is Member/],
  [
    "changes of members above the key holder",
    bo,
    8,
    anaPermissions,
    "You can't change Bo, whose level (Owner) is above yours (Administrator).",
  ],
  ["higher levels", mei, 15, anaPermissions, "You can't set a level above your own (Administrator)."],
  ["to demote the last administrator", ana, 1, soleAdministrator, LAST_ADMINISTRATOR],
  ["none while an owner remains", ana, 1, getCurrentPermissions(null, [ana, mei], ownerOutside), undefined],
  ["no demotion by a known key holder from outside", ana, 1, outside, undefined],
  ["changes without a user", buildMember({ user: null }), 8, anaPermissions, /return this user/],
  ["nothing when permissions are unknown", mei, 8, noPermissions, undefined],
])("levelRefusal refuses %s", (_name, member, level, permissions, message) => {
  const refusal = levelRefusal(member, level, permissions);
  if (message instanceof RegExp) expect(refusal).toMatch(message);
  else expect(refusal).toBe(message);
});

it("only administrators add members, if permissions are known", () => {
  expect(addRefusal(meiPermissions)).toMatch(/Only administrators/);
  expect(addRefusal(noPermissions)).toBeUndefined();
});

describe("removalRefusal", () => {
  it("allows everyone but the last administrator to be removed, or to remove themselves", () => {
    expect(removalRefusal(mei, anaPermissions)).toBeUndefined();
    expect(removalRefusal(mei, meiPermissions)).toBeUndefined();
    expect(removalRefusal(ana, outside)).toBeUndefined();
    expect(removalRefusal(ana, soleAdministrator)).toMatch(LAST_ADMINISTRATOR);
    const own = getCurrentPermissions({ uuid: uuidOf(ana) }, [ana, mei], []);
    expect(removalRefusal(ana, own)).toMatch(LAST_ADMINISTRATOR);
  });

  it("allows it for administrators of the organization, who keep their access", () => {
    const inheriting = buildMemberNamed(1, "Ana", { level: 8, parent_level: 8 });
    expect(removalRefusal(inheriting, getCurrentPermissions(null, [inheriting, mei], []))).toBeUndefined();
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

it("reads the column names of former links and keeps the query", () => {
  const former = new URLSearchParams("q=organisation&cols=email,organisation,why&sort=organisation");
  const filters = parseMemberListFilters(former);
  expect(filters).toMatchObject({ query: "organisation", columns: ["email", "organization", "why"] });
  expect(new URLSearchParams(formatListSearch(filters)).get("sort")).toBe("organization");
});
