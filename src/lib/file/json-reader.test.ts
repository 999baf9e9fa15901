import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { type JsonOutline, jsonNodeValue, parseJsonNode, parseJsonOutline } from "./json-reader";
import { JsonSyntaxError } from "./json-syntax";

/** The value of a whole text by way of its outline. */
function parse(text: string): unknown {
  return plain(text, runToCompletion(parseJsonOutline(text)));
}

function plain(text: string, outline: JsonOutline): unknown {
  if (outline.kind === "scalar") return outline.value;
  if (outline.kind === "rows") return outline.offsets.map((at) => jsonNodeValue(parseJsonNode(text, at)));
  return Object.fromEntries(
    outline.members.map(({ key, value }) => [
      key,
      value.kind === "rows" ? plain(text, value) : jsonNodeValue(value),
    ]),
  );
}

/** What is said of a text, with the place marked in it. */
function syntaxErrorMessage(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return `${text.slice(0, error.offset)}▸${text.slice(error.offset)} | ${error.message}`;
  }
  return "none";
}

function attempt(read: () => unknown): { readonly value?: unknown; readonly isRefused: boolean } {
  try {
    return { value: read(), isRefused: false };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError || error instanceof SyntaxError)) throw error;
    return { isRefused: true };
  }
}

/** A text that is nearly JSON: one stretch of it replaced by signs that JSON is made of. */
const nearlyJson = fc
  .tuple(
    fc.jsonValue(),
    fc.nat(2),
    fc.nat(),
    fc.nat(3),
    fc.string({ unit: fc.constantFrom(...'{}[]",:\\ntu01-+.eE \n\t\u0001'), maxLength: 3 }),
  )
  .map(([value, indent, position, gone, put]) => {
    const text = JSON.stringify(value, null, indent);
    const at = position % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + gone);
  });

describe("reading JSON", () => {
  it("agrees with the browser on everything the browser writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: "medium" }), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("refuses what the browser refuses, and nothing else", () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        expect(attempt(() => parse(text))).toEqual(attempt((): unknown => JSON.parse(text)));
      }),
      { numRuns: 3_000 },
    );
  });

  it("knows where everything begins, and keeps keys that stand twice", () => {
    const text = '{\n  "a": [1, {"b": "c"}],\n  "a": null\n}';
    const node = parseJsonNode(text, 0);
    if (node.kind !== "object") throw new Error("no object");
    expect(node.members.map(({ key, at }) => [key, text.slice(at, at + 3)])).toEqual([
      ["a", '"a"'],
      ["a", '"a"'],
    ]);
    const list = node.members[0]?.value;
    expect(list?.kind === "list" && list.items.map(({ at }) => text.charAt(at))).toEqual(["1", "{"]);
  });

  it("makes no prototype of a key", () => {
    const value = parse('{"__proto__": {"polluted": true}}');
    expect(Object.hasOwn(Object(value), "__proto__")).toBe(true);
    expect(Reflect.get(Object(value), "polluted")).toBeUndefined();
  });

  it("refuses what is nested too deeply instead of running out of stack", () => {
    expect(syntaxErrorMessage("[".repeat(100_000))).toContain("nested too deeply");
  });
});

describe("what it says of a mistake, and where", () => {
  it.each([
    ['{"a": 1,}', '{"a": 1▸,} | Remove the comma before “}”.'],
    ['{"a": 1\n "b": 2}', '{"a": 1\n ▸"b": 2} | A comma is missing before “"”.'],
    ["{a: 1}", '{▸a: 1} | The key a needs quotation marks: "a".'],
    ['{"a" 1}', '{"a" ▸1} | After the key “a” a colon (:) is missing.'],
    ['{"a": yes}', '{"a": ▸yes} | “yes” needs quotation marks: "yes".'],
    ['{"a": None}', '{"a": ▸None} | JSON does not know “None”. Write null.'],
    ["{'a': 1}", "{▸'a': 1} | Texts stand in straight double quotation marks (\"), not in '."],
    ['{"a": “b”}', '{"a": ▸“b”} | This is a curly quotation mark. Write the straight one: "'],
    ["[1] // end", "[1] ▸// end | JSON has no comments. Remove it."],
    ["[1, 2", "▸[1, 2 | What begins here is never closed: “]” is missing at the end of the text."],
    [
      '["a\nb"]',
      '[▸"a\nb"] | This text is not closed on its line: a quotation mark (") is missing. A line break within it is written \\n.',
    ],
    ['["a\\qb"]', '["a▸\\qb"] | A backslash stands here alone. Write it twice: \\\\'],
    [
      "[007]",
      "[▸007] | “007” is not a number that JSON knows. Write it plainly, like 2 or 0.5, or in quotes.",
    ],
    ["[1, , 2]", "[1, ▸, 2] | A value is missing before “,”."],
    ["[1]]", "[1]▸] | The JSON has ended before this."],
    ["", "▸ | The text ends too early: something is missing here."],
  ])("%s", (text, said) => {
    expect(syntaxErrorMessage(text)).toBe(said);
  });
});
