import { describe, expect, it } from "vitest";
import { addFailureTitle, parsePeople, parsePerson, suggestPeople } from "./parse-people";

const buildPerson = (uuid: string, name: string, email: string, rest = {}) => ({
  uuid,
  name,
  email,
  isVerified: true,
  organizationLevel: null,
  isMember: false,
  ...rest,
});
const MEI = "aaaaaaaa-0000-4000-8000-000000000001";
const NEW = "AAAAAAAA-0000-4000-8000-00000000000F";
const knownPeople = {
  me: "me",
  people: [
    buildPerson(MEI, "Mei Tanaka", "mei@x.co", { organizationLevel: 8 }),
    buildPerson("b", "Bo", "bo@x.co", { isMember: true }),
    buildPerson("d", "Di", "di@x.co", { isMember: true, inheritedAccess: { level: 1, reason: "" } }),
    buildPerson("me", "Ana", "ana@x.co"),
    buildPerson("c1", "Cleo", "shared@x.co"),
    buildPerson("c2", "Cyd", "Shared@x.co "),
  ],
};

describe("parsePerson", () => {
  it("finds people by any form of their email, also with an internationalized domain, and by any UUID", () => {
    expect(parsePerson("MEI@x.co", knownPeople)).toEqual({
      ok: true,
      newMember: { text: "MEI@x.co", uuid: MEI, name: "Mei Tanaka" },
    });
    expect(parsePerson(MEI.toUpperCase(), knownPeople)).toMatchObject({ ok: true, newMember: { uuid: MEI } });
    const people = [buildPerson("i", "Ina", "ina@bücher.de")];
    for (const text of ["ina@bücher.de", "ina@xn--bcher-kva.de"])
      expect(parsePerson(text, { me: null, people })).toMatchObject({
        ok: true,
        newMember: { text, uuid: "i" },
      });
    expect(parsePerson(NEW, knownPeople)).toMatchObject({ ok: true, newMember: { uuid: NEW.toLowerCase() } });
  });

  it.each([
    ["mei", "“mei” isn't an email or UUID. Choose a suggestion or paste a UUID."],
    ["stranger@x.co", "Couldn't find “stranger@x.co”. Enter the person's UUID instead."],
    ["shared@x.co", "“shared@x.co” belongs to several people. Enter a UUID instead."],
    ["ana@x.co", "“ana@x.co” is you. You can't add yourself."],
    ["bo@x.co", "“bo@x.co” (Bo) is already a member."],
    ["di@x.co", "“di@x.co” (Di) already has an explicit level. Change it in the list."],
  ])("rejects %s with a reason", (text, issue) => {
    expect(parsePerson(text, knownPeople)).toEqual({ ok: false, issue });
  });

  it("rejects an unknown person if everyone in the organization is known", () => {
    const issue = `“${NEW}” isn't in the organization. Invite them on the server first.`;
    expect(parsePerson(NEW, { ...knownPeople, isEveryone: true })).toEqual({ ok: false, issue });
  });
});

it("parsePeople reports a person who is entered twice", () => {
  const readings = parsePeople([MEI, "nobody", "words", "mei@x.co", "MEI@x.co", NEW], knownPeople);
  expect([...readings].map(([text, { ok }]) => `${text} ${ok}`)).toEqual([
    `${MEI} true`,
    "nobody false",
    "words false",
    "mei@x.co false",
    "MEI@x.co false",
    `${NEW} true`,
  ]);
  expect(readings.get("words")).toMatchObject({ issue: expect.stringContaining("isn't an email or UUID") });
  expect(readings.get("mei@x.co")).toMatchObject({
    issue: `“mei@x.co” is the same person as “${MEI}”. Remove one of them.`,
  });
});

it("suggestPeople returns matching people who can be added, by name, those with a shared email by UUID", () => {
  expect(suggestPeople("", knownPeople).map(({ label }) => label)).toEqual(["Cleo", "Cyd", "Mei Tanaka"]);
  expect(suggestPeople("tan mei", knownPeople)).toEqual([
    { item: "mei@x.co", label: "Mei Tanaka", detail: "mei@x.co · Administrator in the organization" },
  ]);
  expect(suggestPeople("cle", knownPeople)).toMatchObject([{ item: "c1" }]);
});

it("says whether adding failed or can't be confirmed", () => {
  expect(addFailureTitle([{ name: "Ana" }], false)).toBe("Couldn't add Ana");
  expect(addFailureTitle([{ name: "Ana" }], true)).toBe("Couldn't confirm that Ana was added");
  expect(addFailureTitle([{ name: "Ana" }, { name: "Bo" }], true)).toBe(
    "Couldn't confirm that all members were added",
  );
});
