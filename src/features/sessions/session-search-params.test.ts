import { expect, it } from "vitest";
import { readSessionAddress, writeSessionAddress } from "./session-search-params";

it("gives back from the address what was written there", () => {
  const address = { search: "utm  source", property: "$entry_utm_source", value: "a&b=ü +" };
  const written = writeSessionAddress(address);
  expect(written).toMatch(/^\?property=%24entry_utm_source&value=/);
  expect(readSessionAddress(new URLSearchParams(written))).toEqual(address);
});

it("says nothing that is not there, and knows no value without a property", () => {
  const nothing = { search: "", property: null, value: "" };
  expect(writeSessionAddress(nothing)).toBe("");
  expect(writeSessionAddress({ ...nothing, value: "goo" })).toBe("");
  expect(readSessionAddress(new URLSearchParams("value=goo&page=4&property="))).toEqual(nothing);
});
