import { expect, it } from "vitest";
import { addressKey, mentionsAddress } from "./email-match";

it.each([
  "leaver@x.co",
  " Leaver@X.co",
  "LEAVER@X.CO\n",
  "\u00A0leaver@x.co\t",
  "leaver@x.co\u200B",
  "\uFEFFleaver @x.co",
  "\u202Aleaver@x.co\u202C",
  "leaver@x.co\u200E",
  "Lea Ver <leaver@x.co>\u200B",
  "mailto:leaver@x.co",
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
  "https://hook.example/leaver@x.co/in",
  "Ask leaver@x.co.",
  "'leaver@x.co'",
  "‘leaver@x.co’",
  "“leaver@x.co”",
  "«leaver@x.co»",
  "<leaver@x.co>",
  "leaver@x.co—and others",
  "leaver@x.co- and others",
  "- leaver@x.co",
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
  "b.leaver@x.co",
  "leaver@x.co-op.example",
  "leaver@x.com",
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
