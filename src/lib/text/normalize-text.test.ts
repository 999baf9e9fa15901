import { describe, expect, it } from "vitest";
import { parsePagePath, parsePagePaths } from "@/lib/web-vitals/page-path";
import { cleanPasted, containsApiKey, normalizeText, stripInvisible, toSortText } from "./normalize-text";

it.each([
  ["Crème Brûlée", "creme brulee"],
  ["Ελλάδα", "ελλαδα"],
  ["İstanbul ılık", "istanbul ilik"],
  ["Straße, Ærø", "strasse, aero"],
  // Full-width, ligatures, a half-width kana, and the symbols that NFKD resolves.
  ["Ａｂ１：ﬁﬂ", "ab1:fifl"],
  ["“Jane’s”", '"jane\'s"'],
  ["pay\u200Bments \uFEFFa\u2066b\u2069", "payments ab"],
  ["Q۴ ٢٠٢٦ १२", "q4 2026 12"],
  ["שָׁלוֹם", "שלום"],
  ["مُحَمَّد", "محمد"],
  ["👩‍🔬 A", "👩🔬 a"],
  ["a@B.co:09", "a@b.co:09"],
])("normalizeText normalizes %s to %s", (text, folded) => {
  expect(normalizeText(text)).toBe(folded);
  expect(normalizeText(folded)).toBe(folded);
});

it.each([
  ["दिन", "दान"],
  ["か", "が"],
  ["பி", "பூ"],
])("keeps %s apart from %s", (one, other) => {
  expect(normalizeText(one)).not.toBe(normalizeText(other));
});

describe("toSortText", () => {
  const sorted = (texts: readonly string[]) =>
    texts.toSorted((a, b) => (toSortText(a) < toSortText(b) ? -1 : 1));

  it("sorts numbers of any length by value, ignoring leading zeros, accents and case", () => {
    const texts = ["Dashboard 2", "Dashboard 10", "dashboard 100000000000", "Éclair", "Zebra", "zebra 1"];
    expect(sorted(texts.toReversed())).toEqual(texts);
    expect(toSortText("007")).toBe(toSortText("7"));
    expect(sorted(["v10", "v09", "v0"])).toEqual(["v0", "v09", "v10"]);
    const numbers = Array.from({ length: 30 }, (_, zeros) => `n${"1".padEnd(zeros + 1, "0")}`);
    expect(sorted(numbers.toReversed())).toEqual(numbers);
  });
});

it.each([
  ["phx_a1B2c3", true],
  ["  PHX_a1B2c3\n", true],
  ["to:phx_a1B2c3", true],
  ["phc_a1B2c3", false],
  ["alphx_a1", false],
])("finds a personal API key in %j: %s", (text, isFound) => {
  expect(containsApiKey(text)).toBe(isFound);
});

it("isn't a web vitals path", () => {
  expect(parsePagePath("phx_a1B2c3")).toBeNull();
  expect(parsePagePath("https://x.example/phx_a1B2c3")).toBeNull();
  expect(parsePagePaths("/docs phx_a1B2c3").paths).toEqual([]);
});

it.each([
  ["two\nlines", "two lines"],
  ["gnp\u202Eexe", "gnpexe"],
  // Some scripts and emoji need joiners.
  ["👩\u200D💻", "👩\u200D💻"],
  ["\u200C\u200D", ""],
  [" \u200D\u200B", ""],
])("shows %j as %j", (text, shown) => {
  expect(stripInvisible(text)).toBe(shown);
});

it.each(["\u200Bana@x.co", "ana@x.co\u202C ", "\uFEFF ana\u2069@x.co\n", "a\u200Dna@x.co"])(
  "cleans the pasted value %j",
  (text) => {
    expect(cleanPasted(text)).toBe("ana@x.co");
  },
);
