import { expect, it } from "vitest";
import { isPairList, parseRecipientPairs } from "./recipient-pairs";

const PAIR = { recipient: "ana@x.co", replacement: "bo@x.co" };

it.each([
  ["ana@x.co, bo@x.co"],
  ["ana@x.co\tbo@x.co"],
  ["ana@x.co -> bo@x.co"],
  ['"ana@x.co","bo@x.co"'],
  ['"Lima, Ana" <ana@x.co>, Bo <bo@x.co>'],
  ["old,new\r\nana@x.co,bo@x.co\r\n\r\n"],
  ["ana@x.co,bo@x.co\nANA@x.co,bo@x.co"],
])("reads %j", (text) => {
  const parsed = parseRecipientPairs(text);
  expect(parsed.ok && parsed.pairs).toMatchObject([{ replacement: "bo@x.co" }]);
  expect(parsed.ok && parsed.pairs[0]?.recipient.toLowerCase()).toBe(PAIR.recipient);
});

it("names the line that has no pair or replaces a recipient again, and distinguishes a list from one recipient", () => {
  expect(parseRecipientPairs("ana@x.co,bo@x.co\n\ncy@x.co")).toEqual({
    ok: false,
    issue: "Line 3 needs two recipients: old, new.",
  });
  expect(parseRecipientPairs("a@x.co,b@x.co,c@x.co").ok).toBe(false);
  expect(parseRecipientPairs(" \n").ok).toBe(false);
  expect(parseRecipientPairs("ana@x.co,bo@x.co\nAna@x.co,cy@x.co")).toEqual({
    ok: false,
    issue: "Line 2 repeats Ana@x.co. Keep one line for each old recipient.",
  });
  expect(isPairList("ana@x.co,bo@x.co")).toBe(true);
  expect(isPairList("Ana <ana@x.co>")).toBe(false);
  expect(isPairList("ana@x.co")).toBe(false);
});
