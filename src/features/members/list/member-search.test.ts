import { buildMemberNamed, buildUser, findRows } from "@test/support/builders";
import { expect, it } from "vitest";
import { createRecordIndex } from "@/lib/search/record-search";
import { markCurrentUser } from "./listed-people";
import { MEMBER_SEARCH } from "./member-search";

const NOW = Date.parse("2026-11-21T10:00:00Z");

const ana = buildMemberNamed(1, "Ana", { level: 8, parent_level: 1, joined_at: "2024-05-01T10:00:00Z" });
const bo = buildMemberNamed(2, "Bo", { level: 1, parent_level: 8, updated_at: "2025-01-01T00:00:00Z" });
const odd = buildMemberNamed(3, "Cleo", { level: 4, parent_level: null });
const loose = buildMemberNamed(4, "Zeynep", {
  level: 1,
  parent_level: 0,
  user: buildUser({ uuid: "u4", first_name: "Zeynep", last_name: "Novák", is_email_verified: false }),
});
const left = buildMemberNamed(5, "Gone", { user: null, level: 0, parent_level: 15 });
const all = [ana, bo, odd, loose, left];
const names = new Map(all.map((member, index) => [member.id, "ABCZL"[index]]));

const findNames = (text: string, sort?: string, me: string | null = null) =>
  findRows(MEMBER_SEARCH, markCurrentUser(all, me), text, { sort, now: NOW })
    .map(({ id }) => names.get(id))
    .join("");

it.each([
  ["level:admin", "A"],
  ["level:8", "A"],
  ['level:"Level 4"', "C"],
  ["org:admin", "B"],
  ["org:none", "C"],
  ["effective:admin", "AB"],
  ["is:redundant", "BL"],
  ["is:unverified", "Z"],
  ["-is:redundant level:1", "Z"],
  ["not verified", "Z"],
  ["both", "C"],
  ["name:novak", "Z"],
  ["email:bo@", "B"],
  ["joined:2024", "A"],
  ["updated:2025", "B"],
  ['"level 4"', "C"],
  ["aaaaaaaa-0000-4000-8000-000000000002", "B"],
])("%s", (query, expected) => {
  expect(MEMBER_SEARCH.parse(query).issues).toEqual([]);
  expect(findNames(query)).toBe(expected);
});

it("finds the key holder once they are known", () => {
  expect(findNames("is:me")).toBe("");
  expect(findNames("is:me", undefined, bo.user?.uuid)).toBe("B");
  // An index that was filled before the key holder was known also finds the key holder.
  const index = createRecordIndex(MEMBER_SEARCH.schema);
  const options = { query: MEMBER_SEARCH.parse("is:me"), sort: [], now: NOW, zone: "UTC" };
  index.setRows(all);
  expect(index.findSync(options)).toEqual([]);
  index.setRows(markCurrentUser(all, bo.user?.uuid ?? null));
  expect(index.findSync(options)).toHaveLength(1);
});

it("returns stable rows while the records are unchanged", () => {
  const uuid = ana.user?.uuid ?? null;
  expect(markCurrentUser(all, uuid)[0]).toBe(markCurrentUser(all, uuid)[0]);
  expect(markCurrentUser(all, null)).toBe(all);
});

it.each([
  ["level", "LBZCA"],
  ["effective", "ZABLC"],
  ["person", "ABCLZ"],
])("sorts by %s, unknown values last", (column, expected) => {
  expect(findNames("", column)).toBe(expected);
});

it("suggests levels, including unnamed ones from the records", () => {
  const labels = (text: string) =>
    MEMBER_SEARCH.complete(text, text.length, all).items.map(({ label }) => label);
  expect(labels("level:")).toEqual(expect.arrayContaining(["admin", "member", "4"]));
  expect(labels("org:")).toContain("owner");
  expect(labels("email:b")).toContain("bo@example.com");
});
