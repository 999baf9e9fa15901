import { expect, it } from "vitest";
import { stripInvisible } from "./invisible-characters";

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
