import { expect, it } from "vitest";
import { cleanPasted, stripInvisible } from "./normalize-text";

it.each([
  ["Weekly figures", "Weekly figures"],
  ["two\nlines", "two lines"],
  ["gnp\u202Eexe", "gnpexe"],
  // Some scripts and emoji need joiners.
  ["👩\u200D💻", "👩\u200D💻"],
  ["\u200C\u200D", ""],
  [" \u200D\u200B", ""],
])("shows %j as %j", (text, shown) => {
  expect(stripInvisible(text)).toBe(shown);
});

it.each(["\u200Bana@x.co", "ana@x.co\u202C ", "\uFEFF ana\u2069@x.co\n", "a\u200Dna@x.co"])(
  "cleans the pasted value %j",
  (text) => {
    expect(cleanPasted(text)).toBe("ana@x.co");
  },
);
