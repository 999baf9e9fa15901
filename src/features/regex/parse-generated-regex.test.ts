import { expect, it } from "vitest";
import { parseGeneratedRegex } from "./parse-generated-regex";
import { MAX_LINES, parseSampleLines } from "./parse-sample-lines";

it.each([
  [
    { result: "success", data: { output: "\\d+ " } },
    { kind: "pattern", pattern: "\\d+ " },
  ],
  [
    { result: null, data: { output: "\\d+" } },
    { kind: "pattern", pattern: "\\d+" },
  ],
  [
    { result: "success", data: { output: "\n\\d+\r\n" } },
    { kind: "pattern", pattern: "\\d+" },
  ],
  [
    { result: "success", data: { output: "a\r\nb" } },
    { kind: "pattern", pattern: "a\\r\\nb" },
  ],
  [{ result: "success", data: { output: " \n" } }, { kind: "nothing" }],
  [
    { result: "error", data: { output: " Say more. " } },
    { kind: "none", message: "Say more." },
  ],
  [
    { result: "error", data: null },
    { kind: "none", message: null },
  ],
  [{ result: "success", data: { output: "" } }, { kind: "nothing" }],
  [{ result: "success", data: { output: null } }, { kind: "nothing" }],
  [{ result: null, data: null }, { kind: "nothing" }],
])("parses %o as %o", (response, reading) => {
  expect(parseGeneratedRegex(response)).toEqual(reading);
});

it("sample lines are non-empty and limited", () => {
  expect(parseSampleLines("a\r\n\n  \nb ")).toEqual({ lines: ["a", "b "], skippedCount: 0 });
  const many = parseSampleLines("x\n".repeat(MAX_LINES + 3));
  expect([many.lines.length, many.skippedCount]).toEqual([MAX_LINES, 3]);
  expect(parseSampleLines("y".repeat(50_000)).lines[0]).toHaveLength(10_000);
});
