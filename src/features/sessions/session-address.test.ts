import { expect, it } from "vitest";
import { readSessionAddress, writeSessionAddress } from "./session-address";

it("gives back from the address what was written there", () => {
  const address = { search: "utm  source", property: "$entry_utm_source", value: "a&b=ü +" };
  const written = writeSessionAddress("7", address);
  expect(written).toMatch(/^\/p\/7\/sessions\?property=%24entry_utm_source&value=/);
  expect(readSessionAddress(new URL(written, "https://x.test").searchParams)).toEqual(address);
});

it("says nothing that is not there, and knows no value without a property", () => {
  const nothing = { search: "", property: null, value: "" };
  expect(writeSessionAddress("7", nothing)).toBe("/p/7/sessions");
  expect(writeSessionAddress("7", { ...nothing, value: "goo" })).toBe("/p/7/sessions");
  expect(readSessionAddress(new URLSearchParams("value=goo&page=4&property="))).toEqual(nothing);
});
