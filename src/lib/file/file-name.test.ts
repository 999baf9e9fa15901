import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizeFileName, uniqueFileName } from "./file-name";

describe("cleanFileName", () => {
  it.each([
    ["../../etc/passwd", "-..-etc-passwd.csv"],
    ["a\u0000b\u202Egnp.exe", "abgnp.exe.csv"],
    ["line\r\nbreak\ttab", "line break tab.csv"],
    ["ends with dots...  ", "ends with dots.csv"],
    ["lpt1.old", "_lpt1.old.csv"],
    ['what? "this" <is>|*', "what- -this- -is-.csv"],
    [" . ", "download.csv"],
    ["half \uD83C", "half.csv"],
    ["pass\u00ADword\u{E0041}", "password.csv"],
    ["e\u0301t\u00e9", "\u00e9t\u00e9.csv"],
    ["conin$", "_conin$.csv"],
  ])("converts %j to %j", (text, name) => {
    expect(sanitizeFileName(text, "csv")).toBe(name);
  });

  it("truncates between characters, and keeps the extension", () => {
    const name = sanitizeFileName(`${"a".repeat(114)}🎈🎈`, "json");
    expect(name).toBe(`${"a".repeat(114)}.json`);
  });

  it("respects the byte limit, and keeps grapheme clusters", () => {
    const family = "👨‍👩‍👧‍👦";
    const name = sanitizeFileName(family.repeat(20), "csv");
    expect(name).toBe(`${family.repeat(9)}.csv`);
    expect(sanitizeFileName("日".repeat(118), "csv")).toBe(`${"日".repeat(75)}.csv`);
  });

  it("is safe for any input", () => {
    const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const name = sanitizeFileName(text, "csv");
        expect(name.length).toBeLessThanOrEqual(120);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(230);
        expect(name).toMatch(
          /^[^/\\:*?"<>|\p{Cc}\p{Surrogate}\u200E\u200F\u202A-\u202E\u2066-\u2069]+\.csv$/u,
        );
        expect(name).not.toMatch(/^[. ]|[. ]\.csv$/);
      }),
      { numRuns: 100 },
    );
  });
});

describe("uniqueFileName", () => {
  it("numbers taken names, ignoring case", () => {
    const taken = new Set<string>();
    const names = ["a.csv", "A.CSV", "a (2).csv", "straße.csv", "STRASSE.csv", ".csv", "ﬁ.csv", "fi.csv"];
    expect(names.map((name) => uniqueFileName(name, taken))).toEqual([
      "a.csv",
      "A (2).CSV",
      "a (2) (2).csv",
      "straße.csv",
      "STRASSE (2).csv",
      ".csv",
      "ﬁ.csv",
      "fi (2).csv",
    ]);
  });

  it("never returns a name twice", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a.csv", "A.csv", "a (2).csv", "a (2) (2).csv", "b", "B"), {
          maxLength: 30,
        }),
        (names) => {
          const taken = new Set<string>();
          const unique = names.map((name) => uniqueFileName(name, taken));
          expect(new Set(unique.map((name) => name.toLowerCase())).size).toBe(names.length);
        },
      ),
    );
  });
});
