import { describe, expect, it } from "vitest";
import { normalizeText, toSortText } from "./normalize-text";

describe("normalizeText", () => {
  it.each([
    ["Crème Brûlée", "creme brulee"],
    ["Cre\u0300me", "creme"],
    ["ŻÓŁĆ", "zolc"],
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
    ["Ångström", "angstrom"],
    ["日本", "日本"],
    ["👩‍🔬 A", "👩🔬 a"],
    ["a@B.co:09", "a@b.co:09"],
  ])("normalizes %s to %s", (text, folded) => {
    expect(normalizeText(text)).toBe(folded);
    expect(normalizeText(folded)).toBe(folded);
  });
});

it.each([
  ["दिन", "दान"],
  ["กา", "กี"],
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
