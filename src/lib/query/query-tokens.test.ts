import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteValue, tokenizeQuery } from "./query-tokens";

const isField = (name: string) => name === "to" || name === "start_date";
/** Writes each term with its sign, its field and its values, joined with "|". */
const read = (text: string) =>
  tokenizeQuery(text, isField).map(({ isNegated, name, parts }) => {
    const field = name === null ? "" : `${name}: `;
    return `${isNegated ? "-" : "+"}${field}${parts.map((part) => part.text).join("|")}`;
  });

const queryClient = fc.oneof(
  fc.string(),
  fc
    .array(fc.constantFrom(...'"\\-, \taü2', "//", "..", "to:", "foo:", "start_date:"))
    .map((parts) => parts.join("")),
);

describe("tokenizeQuery", () => {
  it.each<[string, string[]]>([
    ['-"two words" -x', ["-two words", "-x"]],
    ['-to:"a b","c,d"', ["-to: a b|c,d"]],
    ["https://a.b 09:00 a:\\b", ["+https://a.b", "+09:00", "+a:\\b"]],
    ["foo:bar a_b:c", ["+foo: bar", "+a_b:c"]],
    ['"an open one', ["+an open one"]],
    [String.raw`to:"a \"b\" \\ c"`, [String.raw`+to: a "b" \ c`]],
    ["a - b", ["+a", "+-", "+b"]],
    ['5" "a"b', ['+5"', "+a", "+b"]],
    ["to:", ["+to: "]],
    [":x", ["+:x"]],
  ])("%s", (text, tokens) => {
    expect(read(text)).toEqual(tokens);
  });

  it("assigns every character except whitespace to one term", () => {
    fc.assert(
      fc.property(queryClient, (text) => {
        let end = 0;
        for (const token of tokenizeQuery(text, isField)) {
          expect(token.from).toBeGreaterThanOrEqual(end);
          expect(token.to).toBeGreaterThan(token.from);
          expect(text.slice(end, token.from).trim()).toBe("");
          expect(token.parts.every(({ from, to }) => from >= token.valueFrom && to <= token.to)).toBe(true);
          end = token.to;
        }
        expect(text.slice(end).trim()).toBe("");
      }),
    );
  });
});

describe("quoteValue", () => {
  it("round-trips any value", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        expect(read(`to:${quoteValue(value)}`)).toEqual([`+to: ${value}`]);
      }),
    );
  });

  it("doesn't quote plain values", () => {
    expect(quoteValue("ana@x.co")).toBe("ana@x.co");
    expect(quoteValue("a b")).toBe('"a b"');
  });
});
