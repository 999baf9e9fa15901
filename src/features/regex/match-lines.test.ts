import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern, findInLine, partsOf } from "./match-lines";
import { runTrial } from "./run-regex-task";
import type { TrialNews } from "./trial-messages";

function found(source: string, line: string, ignoresCase = false) {
  const compiled = compilePattern(source, ignoresCase);
  if (!compiled.ok) throw new Error(compiled.message);
  return findInLine(compiled.pattern, line);
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
    const result = found(source, line);
    expect(result.spans.map(({ from, to }) => [from, to])).toEqual(spans);
    expect(result.isMatch).toBe(spans.length > 0);
  });

  it("may be found where it takes no letter", () => {
    expect(found("z*", "ab")).toEqual({ isMatch: true, spans: [] });
  });

  it("heeds the size of letters unless it is told otherwise", () => {
    expect(found("ana", "ANA").isMatch).toBe(false);
    expect(found("ana", "ANA", true).isMatch).toBe(true);
  });

  it("takes letters as a whole, and reads the older rules too", () => {
    expect(found(".", "😀").spans).toEqual([{ from: 0, to: 2 }]);
    expect(found("^\\p{L}+$", "Zoë").isMatch).toBe(true);
    expect(found("a\\-b", "a-b").isMatch).toBe(true);
  });

  it("is marked a hundred times at most", () => {
    expect(found("a", "a".repeat(5_000)).spans).toHaveLength(100);
  });

  it("cuts the line into parts that make up the line again", () => {
    const patterns = fc.constantFrom("a", "a+", "[ab]", "b*", "^a", "a$", ".");
    fc.assert(
      fc.property(patterns, fc.string({ unit: fc.constantFrom("a", "b", "é", "😀") }), (source, line) => {
        const result = found(source, line);
        const parts = partsOf(line, result);
        expect(parts.map(({ text }) => text).join("")).toBe(line);
        expect(parts.filter(({ isFound }) => isFound)).toHaveLength(result.spans.length);
      }),
    );
  });
});

it.each(["(", "[z-a]", "a{2,1}", "(?<x>a)(?<x>b)"])("/%s/ is no pattern, in the engine's words", (source) => {
  const compiled = compilePattern(source, false);
  expect(compiled).toEqual({
    ok: false,
    message: expect.stringMatching(/^This is no pattern: [A-Za-z].*[^.]\.$/),
  });
  expect(JSON.stringify(compiled)).not.toContain(`/${source}/`);
});

describe("a trial", () => {
  function newsOf(pattern: string, ...lines: readonly string[]): readonly TrialNews[] {
    const news: TrialNews[] = [];
    runTrial({ pattern, ignoresCase: false, lines }, (each) => news.push(each));
    return news;
  }

  it("tells of each line by itself", () => {
    const news = newsOf("a", "a", "b");
    expect(news.map(({ kind }) => kind)).toEqual(["started", "line", "line", "done"]);
    expect(news[2]).toEqual({ kind: "line", result: { isMatch: false, spans: [] } });
  });

  it("ends with why there is no pattern", () => {
    expect(newsOf("(", "a").map(({ kind }) => kind)).toEqual(["started", "invalid"]);
  });
});
