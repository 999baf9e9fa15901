import { expect, it } from "vitest";
import { isSamePath, paths } from "./paths";

it("matches a page's paths in any form, also with lone surrogates, which can't be encoded", () => {
  expect(isSamePath("/p/2/exports", paths.exports(2))).toBe(true);
  expect(isSamePath("/p/2/exports/", paths.exports(2))).toBe(true);
  expect(isSamePath("/p/@current/exports", paths.exports("@current"))).toBe(true);
  expect(isSamePath("/p/100%/exports", "/p/100%/exports")).toBe(true);
  expect(isSamePath("/p/2/exports/new", paths.exports(2))).toBe(false);
  expect(isSamePath("/p/3/exports", paths.exports(2))).toBe(false);
  expect(isSamePath("/p/100%/exports", paths.exports("100%25"))).toBe(false);
  expect(paths.member(1, "a\ud800b")).toBe("/p/1/members/a%EF%BF%BDb");
  expect(paths.member(1, "😀")).toBe("/p/1/members/%F0%9F%98%80");
});
