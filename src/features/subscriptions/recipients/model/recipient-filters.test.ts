import { expect, it } from "vitest";
import { readRecipientFilters, writeRecipientFilters } from "./recipient-filters";

it.each([
  "",
  "q=is%3Aoutside&sort=-week%2Caddress&cols=channel&density=compact&recipient=email%3Aana%40x.co",
  "cols=%2C",
  "recipient=webhook%3Ahttps%3A%2F%2Fhooks.x.co%2Fa%3Fb%26c",
])("reads back what it wrote: %s", (search) => {
  expect(writeRecipientFilters(readRecipientFilters(new URLSearchParams(search)))).toBe(
    search && `?${search}`,
  );
});

it("leaves out what makes no sense", () => {
  expect(readRecipientFilters(new URLSearchParams("density=huge&sort=%20&recipient="))).toEqual({
    query: "",
    sort: [],
    columns: null,
    density: "comfortable",
    open: null,
  });
});
