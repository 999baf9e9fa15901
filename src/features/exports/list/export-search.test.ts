import { buildExport, findRows } from "@test/support/builders";
import { expect, it } from "vitest";
import { EXPORT_SEARCH } from "./export-search";

const NOW = Date.parse("2026-11-21T10:00:00Z");

const ready = buildExport({ id: 1 });
const pending = buildExport({
  id: 2,
  has_content: false,
  created_at: "2026-11-21T09:58:00Z",
  filename: "persons.csv",
  export_format: "text/csv",
  dashboard: null,
  insight: 12,
});
const stuck = buildExport({ id: 3, has_content: false, created_at: "2026-11-21T09:40:00Z", dashboard: 12 });
const failed = buildExport({ id: 4, has_content: false, exception: "Query exceeded the maximum time." });
const expiring = buildExport({ id: 5, expires_after: "2026-11-27T10:00:00Z" });
const expired = buildExport({ id: 6, expires_after: "2026-11-21T09:59:59Z" });
const odd = buildExport({ id: 7, export_format: "image/webp", filename: null, expires_after: null });
const all = [ready, pending, stuck, failed, expiring, expired, odd];

const findIds = (text: string, sort?: string) =>
  findRows(EXPORT_SEARCH, all, text, { sort, now: NOW }).map(({ id }) => id);

it.each([
  ["is:ready", [1, 5, 7]],
  ["is:pending", [2, 3]],
  ["is:stuck", [3]],
  ["is:expiring", [5]],
  ["-is:ready -is:expired", [2, 3, 4]],
  ['format:"CSV table"', [2]],
  ["format:csv,webp", [2, 7]],
  ["dashboard:12", [3]],
  ["insight:12", [2]],
  ["file:persons", [2]],
  ["created:today", [2, 3]],
  ["expires:today..+7d", [5, 6]],
  ["maximum time", [4]],
  ['"dashboard 12"', [3]],
  ["webp of dashboard", [7]],
  ["id:5..6", [5, 6]],
  ["#4", [4]],
  // States as displayed.
  ["generating", [2]],
  ["fail", [4]],
  ["expires soon", [5]],
  ["ready -soon", [1, 7]],
])("%s", (query, ids) => {
  expect(EXPORT_SEARCH.parse(query).issues).toEqual([]);
  expect(findIds(query)).toEqual(ids);
});

it("sorts by state, those that need attention first", () => {
  // Tests only a failed export, because some other states depend on the current time.
  expect(findIds("is:failed", "state")).toEqual([4]);
  expect(findIds("", "created").slice(-2)).toEqual([3, 2]);
  expect(findIds("", "expires").at(-1)).toBe(7);
});

it("suggests the closest state, and completes formats by short names, including unknown ones", () => {
  expect(EXPORT_SEARCH.parse("is:redy ").issues[0]?.message).toContain("Did you mean “ready”?");
  const text = "format:";
  const labels = EXPORT_SEARCH.complete(text, text.length, all).items.map(({ label }) => label);
  expect(labels).toContain("csv");
  expect(labels).toContain("webp");
  expect(labels).not.toContain("text/csv");
});
