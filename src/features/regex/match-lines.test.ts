import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern, matchLine, splitLine } from "./match-lines";

function matchSource(source: string, line: string, ignoresCase = false) {
  const compiled = compilePattern(source, ignoresCase);
  if (!compiled.ok) throw new Error(compiled.message);
  return matchLine(compiled.pattern, line);
}

describe("a pattern in a line", () => {
  it.each([
    [
      "\\d+",
      "a1b22",
      [
        [1, 2],
        [3, 5],
      ],
    ],
    ["^/products/", "/products/4", [[0, 10]]],
    ["x", "abc", []],
  ])("/%s/ in %s", (source, line, spans) => {
    const result = matchSource(source, line);
    expect(result.spans.map(({ from, to }) => [from, to])).toEqual(spans);
    expect(result.hasMatch).toBe(spans.length > 0);
  });

  it("may match the empty string", () => {
    expect(matchSource("z*", "ab")).toEqual({ hasMatch: true, spans: [] });
  });

  it("is case-sensitive by default", () => {
    expect(matchSource("ana", "ANA").hasMatch).toBe(false);
    expect(matchSource("ana", "ANA", true).hasMatch).toBe(true);
  });

  it("uses Unicode mode, and falls back to legacy syntax", () => {
    expect(matchSource(".", "😀").spans).toEqual([{ from: 0, to: 2 }]);
    expect(matchSource("^\\p{L}+$", "Zoë").hasMatch).toBe(true);
    expect(matchSource("a\\-b", "a-b").hasMatch).toBe(true);
  });

  it("has at most 100 highlights per line", () => {
    expect(matchSource("a", "a".repeat(5_000)).spans).toHaveLength(100);
  });

  it("splits the line without changing it", () => {
    const patterns = fc.constantFrom("a", "a+", "[ab]", "b*", "^a", "a$", ".");
    fc.assert(
      fc.property(patterns, fc.string({ unit: fc.constantFrom("a", "b", "é", "😀") }), (source, line) => {
        const result = matchSource(source, line);
        const parts = splitLine(line, result);
        expect(parts.map(({ text }) => text).join("")).toBe(line);
        expect(parts.filter(({ isMatched: isFound }) => isFound)).toHaveLength(result.spans.length);
      }),
    );
  });
});

it.each(["(", "[z-a]", "a{2,1}", "(?<x>a)(?<x>b)"])(
  "/%s/ is invalid, with the engine's message",
  (source) => {
    const compiled = compilePattern(source, false);
    expect(compiled).toEqual({
      ok: false,
      message: expect.stringMatching(/^Invalid pattern: [A-Za-z].*[^.]\.$/),
    });
    expect(JSON.stringify(compiled)).not.toContain(`/${source}/`);
  },
);
