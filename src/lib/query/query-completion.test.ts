import fc from "fast-check";
import { expect, it } from "vitest";
import { completeQuery } from "./query-completion";
import { parseQuery, type QueryField } from "./query-text";

const FIELDS: readonly QueryField[] = [
  { name: "to", label: "Recipient", kind: "text" },
  {
    name: "freq",
    label: "Frequency",
    kind: "choice",
    values: ["daily", "weekly"].map((value) => ({ value, label: `Every ${value}` })),
  },
  { name: "next", label: "Next delivery", kind: "date" },
  { name: "at", label: "When", kind: "date", direction: "past" },
  { name: "expires", label: "Expires", kind: "date", direction: "future" },
  { name: "is", label: "State", kind: "state", values: [{ value: "deleted", label: "Deleted" }] },
];
const valuesOf = (field: string) => (field === "to" ? ["ana@x.co", "ben b", "ben b", 'the "c"'] : []);

/** Completes the text at "|". Returns the resulting text for each item. */
function complete(marked: string): readonly string[] {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { from, to, items } = completeQuery(text, caret, FIELDS, valuesOf);
  return items.map(({ insert }) => text.slice(0, from) + insert + text.slice(to));
}

it.each<[string, readonly string[]]>([
  ["|", ["to:", "freq:", "next:", "at:", "expires:", "is:"]],
  ["-RECIP|", ["-to:"]],
  ["del|", ["is:deleted", "next:"]],
  ["x fr| y", ["x freq: y"]],
  ["n|:today", ["next:today"]],
  ["freq:w|", ["freq:weekly"]],
  ["freq:daily,|", ["freq:daily,weekly"]],
  ["freq:we|ekly", []],
  ["to:b|", ['to:"ben b"', "to:ana@x.co"].slice(0, 1)],
  ["to:c|", ['to:"the \\"c\\""', "to:ana@x.co"].toReversed()],
  ["next:to|", ["next:today", "next:tomorrow", "next:today..+1m"]],
  ["at:|", ["today", "yesterday", "-7d", "-30d", "any", "none"].map((date) => `at:${date}`)],
  ["expires:t|", ["expires:today", "expires:tomorrow", "expires:today..+1m"]],
  ['"fr|"', []],
  ["foo:|", []],
])("%s", (text, completed) => {
  expect(complete(text)).toEqual(completed);
});

it("describes items", () => {
  expect(completeQuery("fr", 2, FIELDS).items).toEqual([
    { insert: "freq:", label: "freq:", detail: "Frequency" },
  ]);
});

it("never throws, replaces text at the caret, and offers only valid items", () => {
  const pieces = ["to:", "freq:", "is:", "next:", "foo:", '"', "\\", "-", ",", " ", "we", "t", "de"];
  const texts = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, fc.integer({ min: -1, max: 40 }), (text, caret) => {
      const { from, to, items } = completeQuery(text, caret, FIELDS, valuesOf);
      const position = Math.max(0, Math.min(caret, text.length));
      expect(from).toBeLessThanOrEqual(position);
      expect(to).toBeGreaterThanOrEqual(position);
      for (const { insert } of items) expect(parseQuery(insert, FIELDS).issues).toEqual([]);
    }),
  );
});
