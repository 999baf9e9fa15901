import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanFileName } from "./file-name";

describe("cleanFileName", () => {
  it.each([
    ["Deliveries of Demo 2026-11-21", "Deliveries of Demo 2026-11-21.csv"],
    ["../../etc/passwd", "-..-etc-passwd.csv"],
    ["drive:\\folder\\x", "drive-folder-x.csv"],
    ["a\u0000b\u202Egnp.exe", "abgnp.exe.csv"],
    ["line\r\nbreak\ttab", "line break tab.csv"],
    ["ends with dots...  ", "ends with dots.csv"],
    ["CON", "_CON.csv"],
    ["lpt1.old", "_lpt1.old.csv"],
    ["Console", "Console.csv"],
    ['what? "this" <is>|*', "what- -this- -is-.csv"],
    ["", "download.csv"],
    [" . ", "download.csv"],
    ["Übersicht 日本 🎈", "Übersicht 日本 🎈.csv"],
    ["half \uD83C", "half.csv"],
  ])("makes of %j %j", (words, name) => {
    expect(cleanFileName(words, "csv")).toBe(name);
  });

  it("cuts between characters, and keeps the extension", () => {
    const name = cleanFileName(`${"a".repeat(114)}🎈🎈`, "json");
    expect(name).toBe(`${"a".repeat(114)}.json`);
  });

  it("is safe whatever the words are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (words) => {
        const name = cleanFileName(words, "csv");
        expect(name.length).toBeLessThanOrEqual(120);
        expect(name).toMatch(
          /^[^/\\:*?"<>|\p{Cc}\p{Surrogate}\u200E\u200F\u202A-\u202E\u2066-\u2069]+\.csv$/u,
        );
        expect(name).not.toMatch(/^[. ]|[. ]\.csv$/);
      }),
      { numRuns: 500 },
    );
  });
});
