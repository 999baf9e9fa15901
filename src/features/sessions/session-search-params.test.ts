import { expect, it } from "vitest";
import { formatSessionSearchParams, parseSessionSearchParams } from "./session-explorer.page";

it("restores the state from the URL, omits defaults, and ignores a value without a property", () => {
  const address = { search: "utm  source", property: "$entry_utm_source", value: "a&b=ü +" };
  const formatted = formatSessionSearchParams(address);
  expect(formatted).toMatch(/^\?property=%24entry_utm_source&value=/);
  expect(parseSessionSearchParams(new URLSearchParams(formatted))).toEqual(address);
  const nothing = { search: "", property: null, value: "" };
  expect(formatSessionSearchParams(nothing)).toBe("");
  expect(formatSessionSearchParams({ ...nothing, value: "goo" })).toBe("");
  expect(parseSessionSearchParams(new URLSearchParams("value=goo&page=4&property="))).toEqual(nothing);
});
