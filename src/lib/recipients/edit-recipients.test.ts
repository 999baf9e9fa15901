import fc from "fast-check";
import { expect, it } from "vitest";
import { appendRecipients, editRecipients, splitRecipients } from "./recipients";

it("removes and replaces addresses, and leaves all other text as it is", () => {
  const value = ", ana@x.co ,,Ben@x.co,\tcleo@x.co, ";
  expect(editRecipients(value, (part) => (part.trim() === "ana@x.co" ? null : part))).toBe(
    ",,Ben@x.co,\tcleo@x.co, ",
  );
  expect(editRecipients(value, (part) => (part.trim() === "ana@x.co" ? "dan@x.co" : part))).toBe(
    ",dan@x.co,,Ben@x.co,\tcleo@x.co, ",
  );
});

it("keeps every text that isn't an edited address", () => {
  const part = fc.constantFrom("a@x.co", " a@x.co", "b@x.co ", "", " ", "\t", "no address");
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      const value = parts.join(",");
      expect(editRecipients(value, (address) => address)).toBe(value);
      const removed = editRecipients(value, (address) => (address.trim() === "a@x.co" ? null : address));
      expect(removed).toBe(parts.filter((each) => each.trim() !== "a@x.co").join(","));
    }),
  );
});

it("appends addresses to the text of the list", () => {
  expect(appendRecipients("ana@x.co, ,", ["ben@x.co"])).toBe("ana@x.co, ,,ben@x.co");
  expect(appendRecipients(" ", ["ben@x.co", "cleo@x.co"])).toBe("ben@x.co,cleo@x.co");
  expect(splitRecipients(appendRecipients("ana@x.co", ["ben@x.co"]))).toEqual(["ana@x.co", "ben@x.co"]);
});
