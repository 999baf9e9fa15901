import { describe, expect, it } from "vitest";
import { memberCalled, sampleMember } from "@/testing/build-member";
import {
  addRefusal,
  effectiveAfter,
  isOwn,
  keepsWords,
  levelRefusal,
  nameOf,
  removalRefusal,
  type Standing,
  standingOf,
} from "./member-rules";

const ana = memberCalled(1, "Ana", { level: 8, parent_level: 1 });
const bo = memberCalled(2, "Bo", { level: 1, parent_level: 15 });
const mei = memberCalled(3, "Mei", { level: 1, parent_level: 1 });
const all = [ana, bo, mei];
const uuidOf = (member: typeof ana) => member.user?.uuid ?? "";
const asAna = standingOf({ uuid: uuidOf(ana) }, all, []);
const asMei = standingOf({ uuid: uuidOf(mei) }, all, []);
const asNobody = standingOf(null, all, []);

describe("the standing of the key holder", () => {
  it("is the effective level of their own membership, in whatever case the server writes the UUID", () => {
    expect(standingOf({ uuid: uuidOf(ana).toUpperCase() }, all, []).ownLevel).toBe(8);
    expect(asMei.ownLevel).toBe(1);
    expect(isOwn(ana, { me: uuidOf(ana).toUpperCase() })).toBe(true);
  });

  it("is what the organisation gives where there is no membership, or the higher of both", () => {
    const people = [{ uuid: uuidOf(mei), organizationLevel: 15 }];
    expect(standingOf({ uuid: uuidOf(mei) }, [ana], people).ownLevel).toBe(15);
    expect(standingOf({ uuid: uuidOf(mei) }, all, people).ownLevel).toBe(15);
  });

  it("is not known without a holder, or without a level of theirs", () => {
    expect(asNobody).toMatchObject({ me: null, ownLevel: null });
    expect(standingOf({ uuid: "someone" }, all, []).ownLevel).toBeNull();
  });

  it("counts a person once, in whatever case the UUID is written", () => {
    const people = [{ uuid: uuidOf(ana).toUpperCase(), organizationLevel: 8 }];
    expect(standingOf(null, [ana], people).administrators.size).toBe(1);
  });

  it("counts administrators in effect, members or not", () => {
    const people = [
      { uuid: "owner", organizationLevel: 15 },
      { uuid: "other", organizationLevel: 1 },
    ];
    expect(standingOf(null, all, people).administrators).toEqual(new Set([uuidOf(ana), uuidOf(bo), "owner"]));
  });
});

describe("what an explicit level comes to", () => {
  it.each([
    ["the higher of both", mei, 8, 8],
    ["the organisation's where that is higher", bo, 8, 15],
    ["nothing without it where the organisation gives no administrator", ana, null, 0],
    ["the organisation's alone without it", bo, null, 15],
    ["not known where nobody says", sampleMember({ parent_level: null, effective_level: null }), null, null],
    [
      "not known below administrator where nobody says",
      sampleMember({ level: 8, parent_level: null }),
      1,
      null,
    ],
    ["at least the level where nobody says more", sampleMember({ parent_level: null }), 8, 8],
  ] as const)("%s", (_, member, level, effective) => {
    expect(effectiveAfter(member, level)).toBe(effective);
  });
});

describe("a level that cannot be set", () => {
  const refusal = (member: typeof ana, level: number, standing: Standing) =>
    levelRefusal(member, level, standing);

  it("is the one there is", () => {
    expect(refusal(mei, 1, asAna)).toBe("This is the level now.");
  });

  it("is one's own, whatever it is", () => {
    expect(refusal(ana, 1, asAna)).toMatch(/their own level/);
    expect(refusal(mei, 8, asMei)).toMatch(/their own level/);
  });

  it("is anybody's for whoever is no administrator", () => {
    expect(refusal(ana, 1, asMei)).toBe(
      "Only administrators can change who has access; you are Member here.",
    );
    expect(addRefusal(asMei)).toMatch(/Only administrators/);
  });

  it("is that of somebody who stands above", () => {
    expect(refusal(bo, 8, asAna)).toBe("Bo stands above you: Owner, while you are Administrator.");
  });

  it("is above one's own", () => {
    expect(refusal(mei, 15, asAna)).toBe("You can give levels up to your own, Administrator.");
  });

  it("takes the last administrator away", () => {
    const alone = standingOf(null, [ana, mei], []);
    expect(refusal(ana, 1, alone)).toMatch(/^Ana is the last administrator/);
    expect(removalRefusal(ana, alone)).toMatch(/^Ana is the last administrator/);
    // Whoever the organisation makes administrator stays one.
    const kept = memberCalled(1, "Ana", { level: 8, parent_level: 8 });
    expect(removalRefusal(kept, standingOf(null, [kept, mei], []))).toBeUndefined();
    const owner = [{ uuid: "owner", organizationLevel: 15 }];
    expect(refusal(ana, 1, standingOf(null, [ana, mei], owner))).toBeUndefined();
  });

  it("is not that of another where one is known to ask: whoever may write is an administrator too", () => {
    const outside = standingOf({ uuid: "outside" }, [ana, mei], []);
    expect(outside.ownLevel).toBeNull();
    expect(refusal(ana, 1, outside)).toBeUndefined();
    expect(removalRefusal(ana, outside)).toBeUndefined();
  });

  it("is of somebody the server does not name", () => {
    expect(refusal(sampleMember({ user: null }), 8, asAna)).toMatch(/does not say who this is/);
  });

  it("is any other where nothing is known: the server decides", () => {
    expect(refusal(mei, 8, asNobody)).toBeUndefined();
    expect(refusal(bo, 8, asNobody)).toBeUndefined();
    expect(removalRefusal(mei, asAna)).toBeUndefined();
    expect(addRefusal(asNobody)).toBeUndefined();
  });
});

describe("a removal", () => {
  it("of oneself is allowed to everybody but the last administrator", () => {
    expect(removalRefusal(mei, asMei)).toBeUndefined();
    const alone = standingOf({ uuid: uuidOf(ana) }, [ana, mei], []);
    expect(removalRefusal(ana, alone)).toMatch(/last administrator/);
  });

  it.each([
    [mei, "No access is left: the organisation gives Member, which alone does not open this project."],
    [
      memberCalled(4, "Di", { level: 15, parent_level: 8 }),
      "They keep Administrator through the organisation.",
    ],
    [bo, "They keep Owner through the organisation, so nothing changes for them."],
    [sampleMember({ parent_level: 0 }), "No access is left: the organisation gives none."],
    [
      sampleMember({ parent_level: null, effective_level: 8 }),
      "Whatever the organisation gives stays; the server does not say what that is.",
    ],
    [
      sampleMember({ level: 8, parent_level: 4 }),
      "No access is left: the organisation gives Level 4, which alone does not open this project.",
    ],
  ])("says what stays", (member, words) => {
    expect(keepsWords(member)).toBe(words);
  });
});

describe("the name of a member", () => {
  it("is the person's, else the address, and says who cannot be named", () => {
    expect(nameOf(sampleMember())).toBe("Mei Tanaka");
    expect(nameOf(sampleMember({ user: null }))).toBe("Somebody who left (bbbbbbbb)");
  });
});
