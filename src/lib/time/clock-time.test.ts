import { expect, it } from "vitest";
import { toLocaleTimes } from "./clock-time";

it.each([
  ["en-US", "Mon, Nov 30, 9:00 AM"],
  ["en-GB", "Mon, Nov 30, 09:00"],
  ["de-DE", "Mon, Nov 30, 09:00"],
])("writes times as %s has them", (locale, text) => {
  expect(toLocaleTimes("Mon, Nov 30, 09:00", locale).replace(/\s/g, " ")).toBe(text);
});

it("writes every time of a text", () => {
  const text = toLocaleTimes("arrives at 00:30 instead of 23:30 (UTC+01:00)", "en-US").replace(/\s/g, " ");
  expect(text).toBe("arrives at 12:30 AM instead of 11:30 PM (UTC+01:00)");
});
