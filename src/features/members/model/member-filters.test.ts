import { expect, it } from "vitest";
import { formatListSearch } from "@/lib/url/url-state";
import { parseMemberListFilters } from "./member-rules";

it("reads the column names of former links and keeps the query", () => {
  const former = new URLSearchParams("q=organisation&cols=email,organisation,why&sort=organisation");
  const filters = parseMemberListFilters(former);
  expect(filters).toMatchObject({ query: "organisation", columns: ["email", "organization", "why"] });
  expect(new URLSearchParams(formatListSearch(filters)).get("sort")).toBe("organization");
});
