import { expect, it } from "vitest";
import { formatRecipientFilters, parseRecipientFilters } from "./recipient-index";

it.each([
  "",
  "q=is%3Aoutside&sort=-week%2Caddress&cols=channel&density=compact&recipient=email%3Aana%40x.co",
  "cols=%2C",
  "recipient=webhook%3Ahttps%3A%2F%2Fhooks.x.co%2Fa%3Fb%26c",
])("reads back what it wrote: %s", (search) => {
  expect(formatRecipientFilters(parseRecipientFilters(new URLSearchParams(search)))).toBe(
    search && `?${search}`,
  );
});

it("ignores invalid values", () => {
  expect(parseRecipientFilters(new URLSearchParams("density=huge&sort=%20&recipient="))).toEqual({
    query: "",
    sort: [],
    columns: null,
    density: "comfortable",
    open: null,
  });
});
