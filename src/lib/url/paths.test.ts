import { expect, it } from "vitest";
import { isSamePath, parseShortId, parseSourceId, paths } from "./paths";

it("matches a page's paths in any form, also with lone surrogates, which can't be encoded", () => {
  expect(isSamePath("/p/2/exports/", paths.exports(2))).toBe(true);
  expect(isSamePath("/p/@current/exports", paths.exports("@current"))).toBe(true);
  expect(isSamePath("/p/100%/exports", "/p/100%/exports")).toBe(true);
  expect(isSamePath("/p/2/exports/new", paths.exports(2))).toBe(false);
  expect(isSamePath("/p/100%/exports", paths.exports("100%25"))).toBe(false);
  expect(paths.member(1, "a\ud800b")).toBe("/p/1/members/a%EF%BF%BDb");
  expect(paths.member(1, "😀")).toBe("/p/1/members/%F0%9F%98%80");
});

it.each([
  ["dashboard", " #201 ", "201"],
  ["dashboard", "https://eu.posthog.com/project/2/dashboard/201?tab=a", "201"],
  ["insight", "https://eu.posthog.com/insights/4001", "4001"],
  ["insight", "https://eu.posthog.com/insights/BaAJDdXA", null],
  ["dashboard", "https://eu.posthog.com/insights/4001", null],
  ["dashboard", "growth", null],
] as const)("reads the %s in %j", (kind, text, id) => {
  expect(parseSourceId(kind, text)).toBe(id);
});

it.each([
  ["https://eu.posthog.com/project/2/insights/BaAJDdXA?x=1#y", "BaAJDdXA"],
  [" BaAJDdXA ", "BaAJDdXA"],
  ["https://eu.posthog.com/insights/4001", null],
  ["12345678", null],
  ["Revenues", null],
  ["/dashboard/12", null],
])("reads the short ID in %j", (text, shortId) => {
  expect(parseShortId(text)).toBe(shortId);
});
