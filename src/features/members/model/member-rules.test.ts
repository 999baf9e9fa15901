import { describe, expect, it } from "vitest";
import { buildMember, buildMemberNamed } from "@/testing/build-member";
import { remainingAccessNote } from "./member-messages";
import {
  addRefusal,
  type CurrentPermissions,
  effectiveLevelAfter,
  getCurrentPermissions,
  isOwnMembership,
  levelRefusal,
  memberName,
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

describe("the standing of the key holder", () => {
  it("is the effective level of their own membership, in whatever case the server writes the UUID", () => {
    expect(getCurrentPermissions({ uuid: uuidOf(ana).toUpperCase() }, all, []).ownLevel).toBe(8);
    expect(meiPermissions.ownLevel).toBe(1);
    expect(isOwnMembership(ana, { me: uuidOf(ana).toUpperCase() })).toBe(true);
  });

  it("is what the organisation gives where there is no membership, or the higher of both", () => {
    const people = [{ uuid: uuidOf(mei), organizationLevel: 15 }];
    expect(getCurrentPermissions({ uuid: uuidOf(mei) }, [ana], people).ownLevel).toBe(15);
    expect(getCurrentPermissions({ uuid: uuidOf(mei) }, all, people).ownLevel).toBe(15);
  });

  it("is not known without a holder, or without a level of theirs", () => {
    expect(noPermissions).toMatchObject({ me: null, ownLevel: null });
    expect(getCurrentPermissions({ uuid: "someone" }, all, []).ownLevel).toBeNull();
  });

  it("counts a person once, in whatever case the UUID is written", () => {
    const people = [{ uuid: uuidOf(ana).toUpperCase(), organizationLevel: 8 }];
    expect(getCurrentPermissions(null, [ana], people).administrators.size).toBe(1);
  });

  it("counts administrators in effect, members or not", () => {
    const people = [
      { uuid: "owner", organizationLevel: 15 },
      { uuid: "other", organizationLevel: 1 },
    ];
    expect(getCurrentPermissions(null, all, people).administrators).toEqual(
      new Set([uuidOf(ana), uuidOf(bo), "owner"]),
    );
  });
});

describe("what an explicit level comes to", () => {
  it.each([
    ["the higher of both", mei, 8, 8],
    ["the organisation's where that is higher", bo, 8, 15],
    ["nothing without it where the organisation gives no administrator", ana, null, 0],
    ["the organisation's alone without it", bo, null, 15],
    ["not known where nobody says", buildMember({ parent_level: null, effective_level: null }), null, null],
    [
      "not known below administrator where nobody says",
      buildMember({ level: 8, parent_level: null }),
      1,
      null,
    ],
    ["at least the level where nobody says more", buildMember({ parent_level: null }), 8, 8],
  ] as const)("%s", (_, member, level, effective) => {
    expect(effectiveLevelAfter(member, level)).toBe(effective);
  });
});

describe("a level that cannot be set", () => {
  const refusal = (member: typeof ana, level: number, permissions: CurrentPermissions) =>
    levelRefusal(member, level, permissions);

  it("is the one there is", () => {
    expect(refusal(mei, 1, anaPermissions)).toBe("This is the current level.");
  });

  it("is one's own, whatever it is", () => {
    expect(refusal(ana, 1, anaPermissions)).toMatch(/your own level/);
    expect(refusal(mei, 8, meiPermissions)).toMatch(/your own level/);
  });

  it("is anybody's for whoever is no administrator", () => {
    expect(refusal(ana, 1, meiPermissions)).toBe(
      "Only administrators can manage members. Your level is Member.",
    );
    expect(addRefusal(meiPermissions)).toMatch(/Only administrators/);
  });

  it("is that of somebody who stands above", () => {
    expect(refusal(bo, 8, anaPermissions)).toBe(
      "You can't change Bo, whose level (Owner) is above yours (Administrator).",
    );
  });

  it("is above one's own", () => {
    expect(refusal(mei, 15, anaPermissions)).toBe("You can't set a level above your own (Administrator).");
  });

  it("takes the last administrator away", () => {
    const soleAdministrator = getCurrentPermissions(null, [ana, mei], []);
    expect(refusal(ana, 1, soleAdministrator)).toMatch(/^Ana is the last known administrator/);
    expect(removalRefusal(ana, soleAdministrator)).toMatch(/^Ana is the last known administrator/);
    // Whoever the organisation makes administrator stays one.
    const inheriting = buildMemberNamed(1, "Ana", { level: 8, parent_level: 8 });
    expect(removalRefusal(inheriting, getCurrentPermissions(null, [inheriting, mei], []))).toBeUndefined();
    const owner = [{ uuid: "owner", organizationLevel: 15 }];
    expect(refusal(ana, 1, getCurrentPermissions(null, [ana, mei], owner))).toBeUndefined();
  });

  it("is not that of another where one is known to ask: whoever may write is an administrator too", () => {
    const outside = getCurrentPermissions({ uuid: "outside" }, [ana, mei], []);
    expect(outside.ownLevel).toBeNull();
    expect(refusal(ana, 1, outside)).toBeUndefined();
    expect(removalRefusal(ana, outside)).toBeUndefined();
  });

  it("is of somebody the server does not name", () => {
    expect(refusal(buildMember({ user: null }), 8, anaPermissions)).toMatch(/didn't return this user/);
  });

  it("is any other where nothing is known: the server decides", () => {
    expect(refusal(mei, 8, noPermissions)).toBeUndefined();
    expect(refusal(bo, 8, noPermissions)).toBeUndefined();
    expect(removalRefusal(mei, anaPermissions)).toBeUndefined();
    expect(addRefusal(noPermissions)).toBeUndefined();
  });
});

describe("a removal", () => {
  it("of oneself is allowed to everybody but the last administrator", () => {
    expect(removalRefusal(mei, meiPermissions)).toBeUndefined();
    const soleAdministrator = getCurrentPermissions({ uuid: uuidOf(ana) }, [ana, mei], []);
    expect(removalRefusal(ana, soleAdministrator)).toMatch(/last known administrator/);
  });

  it.each([
    [mei, "No access remains. The organization level (Member) doesn't grant access by itself."],
    [
      buildMemberNamed(4, "Di", { level: 15, parent_level: 8 }),
      "They keep Administrator access from the organization.",
    ],
    [bo, "They keep Owner access from the organization, so nothing changes for them."],
    [buildMember({ parent_level: 0 }), "No access remains. The organization grants none."],
    [
      buildMember({ parent_level: null, effective_level: 8 }),
      "Access from the organization remains. Its level is unknown.",
    ],
    [
      buildMember({ level: 8, parent_level: 4 }),
      "No access remains. The organization level (Level 4) doesn't grant access by itself.",
    ],
  ])("says what stays", (member, message) => {
    expect(remainingAccessNote(member)).toBe(message);
  });
});

describe("the name of a member", () => {
  it("is the person's, else the address, and says who cannot be named", () => {
    expect(memberName(buildMember())).toBe("Mei Tanaka");
    expect(memberName(buildMember({ user: null }))).toBe("Former user (bbbbbbbb)");
  });
});
