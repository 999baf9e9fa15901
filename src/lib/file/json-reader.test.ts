import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type JsonOutline,
  JsonSyntaxError,
  jsonNodeValue,
  parseJsonNode,
  parseJsonOutline,
} from "./json-reader";

/** Parses the outline of a JSON text, then each value in it. */
function parse(text: string): unknown {
  return plain(text, parseJsonOutline(text));
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

/**
 * Returns the text with a mark at the error's position, followed by the error's message. Returns "none" for valid JSON.
 */
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

/** JSON with one range replaced by characters that JSON uses. */
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

  it("rejects exactly the values that the browser rejects", () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        expect(attempt(() => parse(text))).toEqual(attempt((): unknown => JSON.parse(text)));
      }),
      { numRuns: 3_000 },
    );
  });

  it("has offsets, and keeps duplicate keys", () => {
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

  it("is safe for the key __proto__ and deep nesting", () => {
    const value = parse('{"__proto__": {"polluted": true}}');
    expect(Object.hasOwn(Object(value), "__proto__")).toBe(true);
    expect(Reflect.get(Object(value), "polluted")).toBeUndefined();
    expect(syntaxErrorMessage("[".repeat(100_000))).toContain("nested too deeply");
  });
});

describe("error messages and positions", () => {
  it.each([
    ['{"a": 1,}', '{"a": 1▸,} | Remove the comma before “}”.'],
    ['{"a": 1\n "b": 2}', '{"a": 1\n ▸"b": 2} | Missing comma before “"”.'],
    ["{a: 1}", '{▸a: 1} | Put the key in quotation marks: "a".'],
    ['{"a" 1}', '{"a" ▸1} | Missing colon (:) after the key.'],
    ['{"a": yes}', '{"a": ▸yes} | Put the text in quotation marks: "yes".'],
    ['{"a": None}', '{"a": ▸None} | Write null instead of “None”.'],
    ["{'a': 1}", "{▸'a': 1} | Use double quotation marks (\") instead of '."],
    ['{"a": “b”}', '{"a": ▸“b”} | Replace the curly quotation mark with a straight one (").'],
    ["[1] // end", "[1] ▸// end | JSON doesn't allow comments. Remove the comment."],
    ["[1, 2", "[1, 2▸ | Missing closing “]”."],
    ['["a\nb"]', '[▸"a\nb"] | Missing closing quotation mark ("). Write a line break as \\n.'],
    ['["a\\qb"]', '[▸"a\\qb"] | Invalid escape sequence. Write a backslash as \\\\.'],
    [
      "[007]",
      "[▸007] | “007” isn't a valid number. Write a number like 2 or 0.5, or put the value in quotation marks.",
    ],
    ["[1, , 2]", "[1, ▸, 2] | Missing value before “,”."],
    ["[1]]", "[1]▸] | Unexpected text after the end of the JSON."],
    ["", "▸ | Unexpected end of the JSON."],
  ])("%s", (text, said) => {
    expect(syntaxErrorMessage(text)).toBe(said);
  });
});
