import { expect, it } from "vitest";
import { parsePagePath, parsePagePaths } from "@/lib/web-vitals/page-path";
import { containsApiKey } from "./normalize-text";

it.each([
  ["phx_a1B2c3", true],
  ["  PHX_a1B2c3\n", true],
  ["to:phx_a1B2c3", true],
  ["/pricing/phx_a1B2c3", true],
  ["Bearer phx_a1B2c3", true],
  ["phc_a1B2c3", false],
  ["phs_a1B2c3", false],
  ["phx", false],
  ["alphx_a1", false],
])("finds a personal API key in %j: %s", (text, isFound) => {
  expect(containsApiKey(text)).toBe(isFound);
});

it("isn't a web vitals path", () => {
  expect(parsePagePath("phx_a1B2c3")).toBeNull();
  expect(parsePagePath("https://x.example/phx_a1B2c3")).toBeNull();
  expect(parsePagePaths("/docs phx_a1B2c3").paths).toEqual([]);
});
