import { describe, expect, it } from "vitest";
import { parsePeople, parsePerson, suggestPeople } from "./parse-people";

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
    ["mei", /isn't an email or UUID/],
    ["stranger@x.co", /Couldn't find/],
    ["shared@x.co", /belongs to several people/],
    ["ana@x.co", /is you/],
    ["bo@x.co", /\(Bo\) is already a member/],
    ["di@x.co", /\(Di\) already has an explicit level/],
  ])("rejects %s with a reason", (text, issue) => {
    const reading = parsePerson(text, knownPeople);
    expect(reading.ok === false && reading.issue).toMatch(issue);
    expect(reading.ok === false && reading.issue).toContain(`“${text}”`);
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
