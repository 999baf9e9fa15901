import { describe, expect, it } from "vitest";
import { addressKey, isWithinDomains, mentionsAddress, parseDomain } from "./email-match";

it.each([
  " Leaver@X.co",
  "\u00A0leaver@x.co\t",
  "leaver@x.co\u200B",
  "\uFEFFleaver @x.co",
  "\u202Aleaver@x.co\u202C",
  "Lea Ver <leaver@x.co>\u200B",
  "Lea Ver <Leaver@x.co>",
  '"Lea" <mailto:leaver@x.co> ',
])("matches %j with leaver@x.co", (spelling) => {
  expect(addressKey(spelling)).toBe("leaver@x.co");
});

it.each(["a.leaver@x.co", "leaver@x.com", "leaver+news@x.co", "leaver@x.co <other@x.co>", "", " ", "<>"])(
  "distinguishes %j from leaver@x.co",
  (text) => {
    expect(addressKey(text)).not.toBe("leaver@x.co");
  },
);

it("matches decomposed and composed characters", () => {
  expect(addressKey("jose\u0301@x.co")).toBe(addressKey("jos\u00E9@x.co"));
});

it.each([
  "leaver@x.co",
  "bo@x.co;Leaver@X.co",
  "bo@x.co leaver@x.co",
  "https://hook.example/?to=leaver%40x.co&kind=1",
  "'leaver@x.co'",
  "“leaver@x.co”",
  "leaver@x.co—and others",
  "leaver@x.co- and others",
  "-leaver@x.co",
  "👋leaver@x.co👋",
  "%3Cleaver%40x.co%3E",
  "https://hook.example/%22leaver%40x.co%22",
  "leaver＠x.co",
  "Ｌeaver@x.co",
])("finds leaver@x.co in %j", (text) => {
  expect(mentionsAddress(text, " LEAVER@x.co")).toBe(true);
});

it.each([
  "bleaver@x.co",
  "b'leaver@x.co",
  "leaver@x.co-op.example",
  "leaver@x.co.uk",
  "leaver+a@x.co",
  "https://x.co/%E0%A4%A",
  "",
])("does not find leaver@x.co in %j", (text) => {
  expect(mentionsAddress(text, "leaver@x.co")).toBe(false);
});

it("recognizes both forms of an internationalized domain", () => {
  const ascii = "ana@xn--bcher-kva.de";
  for (const spelling of ["ana@bücher.de", "Ana@BÜCHER.de", "Ana <ana@bu\u0308cher.de>", ascii]) {
    expect(addressKey(spelling)).toBe(ascii);
    expect(mentionsAddress(`bo@x.co, ${spelling}`, ascii)).toBe(true);
    expect(mentionsAddress(`https://hook.example/?to=${spelling}&kind=1`, "ana@bücher.de")).toBe(true);
    expect(mentionsAddress(`Ask ${ascii}.`, spelling)).toBe(true);
  }
  expect(addressKey("ana@bucher.de")).not.toBe(ascii);
  expect(mentionsAddress("ana@bücher.de.example", ascii)).toBe(false);
});

it("finds nothing for an empty address", () => {
  expect(mentionsAddress("anything", " ")).toBe(false);
});

it.each([
  [" Ana@Mail.X.CO ", "mail.x.co"],
  ["x.co.", "x.co"],
  ["https://user:pw@Hooks.x.co:8080/a?b#c", "hooks.x.co"],
  ['"odd@name"@x.co', "x.co"],
  ["ana@bücher.example", "xn--bcher-kva.example"],
  // A domain whose first letter is a Cyrillic "а".
  ["ana@\u0430pple.com", "xn--pple-43d.com"],
  ["two words", null],
  ["x.co, y.co", null],
])("readDomain extracts from %j: %j", (text, domain) => {
  expect(parseDomain(text)).toBe(domain);
});

describe("isWithinDomains", () => {
  it.each([
    ["x.co", true],
    ["mail.x.co", true],
    ["notx.co", false],
    ["x.co.evil.example", false],
    ["y.example", true],
  ])("%s: %s", (domain, isOwn) => {
    expect(isWithinDomains(domain, ["x.co", "y.example"])).toBe(isOwn);
  });

  it("is false without domains", () => {
    expect(isWithinDomains("x.co", [])).toBe(false);
  });
});
