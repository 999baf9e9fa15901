import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasStateFilter, parseQuery, type QueryField } from "./query-text";

const FIELDS: readonly QueryField[] = [
  { name: "to", label: "Recipient", kind: "text" },
  {
    name: "freq",
    label: "Frequency",
    kind: "choice",
    values: ["daily", "weekly", "monthly"].map((value) => ({ value, label: `Every ${value}` })),
  },
  { name: "tag", label: "Tag", kind: "choice" },
  { name: "interval", label: "Interval", kind: "number" },
  { name: "next", label: "Next delivery", kind: "date" },
  {
    name: "is",
    label: "State",
    kind: "state",
    values: [
      { value: "deleted", label: "Deleted" },
      { value: "ending", label: "Ends soon" },
    ],
  },
];

const parse = (text: string) => parseQuery(text, FIELDS);
const issues = (text: string) =>
  parse(text).issues.map(({ from, to, message }) => [text.slice(from, to), message]);

describe("terms", () => {
  it("are words, phrases and fields with positions", () => {
    expect(parse('Crème -"Two Words" to:ANA,"b c"').terms).toEqual([
      { from: 0, to: 5, isNegated: false, field: null, values: [{ kind: "text", text: "creme" }] },
      { from: 6, to: 18, isNegated: true, field: null, values: [{ kind: "text", text: "two words" }] },
      {
        from: 19,
        to: 31,
        isNegated: false,
        field: "to",
        values: [
          { kind: "text", text: "ana" },
          { kind: "text", text: "b c" },
        ],
      },
    ]);
  });

  it.each([
    ["tag:Whatever", { kind: "choice", value: "whatever" }],
    ["interval:>=2", { kind: "number", span: { min: 2, max: Number.POSITIVE_INFINITY, isStrict: false } }],
    ["interval:-1.5..2", { kind: "number", span: { min: -1.5, max: 2, isStrict: false } }],
    ["next:none", { kind: "presence", isPresent: false }],
    ["to:any", { kind: "presence", isPresent: true }],
    ['to:"any"', { kind: "text", text: "any" }],
    ['is:"ends soon"', { kind: "state", state: "ending" }],
    ["https://x.co/a:b", { kind: "text", text: "https://x.co/a:b" }],
  ])("%s", (text, value) => {
    expect(parse(text).issues).toEqual([]);
    expect(parse(text).terms.map(({ values }) => values)).toEqual([[value]]);
  });
});

describe("unfinished text at the end", () => {
  it.each(
    'to: -to: to:ana, freq:dai freq:no is:del interval:> interval:1. interval:.. next:tom next:2026-1 next:today.. foo: https: - "'
      .split(" ")
      .concat('freq:"Every d', 'to:"'),
  )("%s isn't an issue", (text) => {
    expect(issues(text)).toEqual([]);
    expect(issues(`word ${text}`)).toEqual([]);
  });

  it("is ignored", () => {
    expect(parse("freq:dai").terms).toEqual([]);
    expect(parse("next:2026-1").terms).toEqual([]);
  });

  it("treats text after an open quote as a phrase", () => {
    expect(parse('"two words ').terms.map(({ values }) => values)).toEqual([
      [{ kind: "text", text: "two words" }],
    ]);
  });
});

describe("issues", () => {
  it.each([
    ["fre:daily", "fre", "“fre” isn't a field. Did you mean “freq”?"],
    ["foo:bar", "foo", "“foo” isn't a field. Searching for the text instead."],
    ["to: ana", "to:", "Enter a value right after “to:”."],
    ["freq:daily,wekly", "wekly", "“wekly” isn't a value for “freq”. Did you mean “weekly”?"],
    ["is:gone x", "gone", "“gone” isn't a value for “is”. Use deleted or ending."],
    ["interval:two", "two", "“two” isn't a number. Try 2, >2, <=2, or 1..5."],
    ["interval:5..1", "5..1", "“5..1” is reversed. Swap the values."],
    ["next:soon", "soon", "“soon” isn't a date. Try today, 2026-11-21, 2026-11, +7d, or today..+7d."],
  ])("%s", (text, marked, message) => {
    expect(issues(text)).toEqual([[marked, message]]);
  });

  it("search an unknown field as text", () => {
    expect(
      parse('re:port -foo:"a b" x').terms.map(({ field, isNegated, values }) => [field, isNegated, values]),
    ).toEqual([
      [null, false, [{ kind: "text", text: "re:port" }]],
      [null, true, [{ kind: "text", text: "foo:a b" }]],
      [null, false, [{ kind: "text", text: "x" }]],
    ]);
    expect(parse("re:").terms).toEqual([]);
  });

  it("drop only their own term", () => {
    expect(parse("a freq:daily,x to:ana").terms.map(({ field }) => field)).toEqual([null, "to"]);
  });
});

describe("any text", () => {
  const pieces = [...'"\\-, >', "..", "+7d", "to:", "freq:", "is:", "next:", "interval:", "foo:"];
  const texts = fc.oneof(
    fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) }),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())).map((parts) => parts.join("")),
  );

  it("never throws, and positions are inside of it", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { terms, issues: found } = parse(text);
        for (const { from, to } of [...terms, ...found]) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
        }
        expect(terms.every(({ values }) => values.length > 0)).toBe(true);
      }),
    );
  });

  it("in quotes is searched literally", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z:, -]*[a-z][a-z:, -]*$/), (text) => {
        expect(parse(`"${text}"`)).toEqual({
          terms: [
            { from: 0, to: text.length + 2, isNegated: false, field: null, values: [{ kind: "text", text }] },
          ],
          issues: [],
        });
      }),
    );
  });
});

it("hasStateFilter finds included states, not excluded ones", () => {
  expect(hasStateFilter(parse("x is:ending,deleted"), "deleted")).toBe(true);
  expect(hasStateFilter(parse("-is:deleted"), "deleted")).toBe(false);
  expect(hasStateFilter(parse("deleted to:deleted"), "deleted")).toBe(false);
});
