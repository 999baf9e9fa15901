import { describe, expect, it } from "vitest";
import { readPeople, readPerson, suggestPeople } from "./parse-people";

const person = (uuid: string, name: string, email: string, rest = {}) => ({
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
const known = {
  me: "me",
  people: [
    person(MEI, "Mei Tanaka", "mei@x.co", { organizationLevel: 8 }),
    person("b", "Bo", "bo@x.co", { isMember: true }),
    person("me", "Ana", "ana@x.co"),
    person("c1", "Cleo", "shared@x.co"),
    person("c2", "Cyd", "Shared@x.co "),
  ],
};

describe("whom to add", () => {
  it("is found by an address in any spelling, and by UUID", () => {
    expect(readPerson("MEI@x.co", known)).toEqual({
      ok: true,
      newcomer: { text: "MEI@x.co", uuid: MEI, name: "Mei Tanaka" },
    });
    expect(readPerson(MEI.toUpperCase(), known)).toMatchObject({ ok: true, newcomer: { uuid: MEI } });
  });

  it("may be anybody by UUID", () => {
    expect(readPerson(NEW, known)).toMatchObject({ ok: true, newcomer: { uuid: NEW.toLowerCase() } });
  });

  it.each([
    ["mei", /neither a UUID nor an address/],
    ["stranger@x.co", /belongs to nobody seen/],
    ["shared@x.co", /belongs to several people/],
    ["ana@x.co", /is you/],
    ["bo@x.co", /is a member already \(Bo\)/],
  ])("says what is wrong with %s", (text, mistake) => {
    const reading = readPerson(text, known);
    expect(reading.ok === false && reading.mistake).toMatch(mistake);
    expect(reading.ok === false && reading.mistake).toContain(`“${text}”`);
  });
});

describe("people to add", () => {
  it("are each one person, however they are named", () => {
    const readings = readPeople([MEI, "nobody", "words", "mei@x.co", "MEI@x.co", NEW], known);
    expect([...readings].map(([text, { ok }]) => `${text} ${ok}`)).toEqual([
      `${MEI} true`,
      "nobody false",
      "words false",
      "mei@x.co false",
      "MEI@x.co false",
      `${NEW} true`,
    ]);
    expect(readings.get("words")).toMatchObject({ mistake: expect.stringContaining("neither a UUID") });
    expect(readings.get("mei@x.co")).toMatchObject({
      mistake: `“mei@x.co” is the same person as “${MEI}”. Take one of them out.`,
    });
  });
});

describe("suggestions", () => {
  it("are those who fit and can be added, by name", () => {
    expect(suggestPeople("", known).map(({ label }) => label)).toEqual(["Cleo", "Cyd", "Mei Tanaka"]);
    expect(suggestPeople("tan mei", known)).toEqual([
      { item: "mei@x.co", label: "Mei Tanaka", detail: "mei@x.co · Administrator of the organisation" },
    ]);
  });

  it("add whoever shares an address by UUID", () => {
    expect(suggestPeople("cle", known)).toMatchObject([{ item: "c1" }]);
  });
});
