import { expect, it } from "vitest";
import { findLastTimeChange, findNextTimeChange } from "./time-changes";

const NOW = new Date("2026-11-21T10:00:00Z");

it.each<[string, string, number, string, number]>([
  ["Europe/Berlin", "2027-03-28T01:00:00.000Z", 60, "2026-10-25T01:00:00.000Z", -60],
  ["America/New_York", "2027-03-14T07:00:00.000Z", 60, "2026-11-01T06:00:00.000Z", -60],
  ["Australia/Lord_Howe", "2027-04-03T15:00:00.000Z", -30, "2026-10-03T15:30:00.000Z", 30],
])("in %s", (zone, next, shift, last, lastShift) => {
  expect(findNextTimeChange(NOW, zone)).toEqual({ at: new Date(next), shiftMinutes: shift });
  expect(findLastTimeChange(NOW, zone)).toEqual({ at: new Date(last), shiftMinutes: lastShift });
});

it.each(["UTC", "Asia/Kolkata", "No/Where"])("is null in %s", (zone) => {
  expect(findNextTimeChange(NOW, zone)).toBeNull();
  expect(findLastTimeChange(NOW, zone)).toBeNull();
});

it("at this instant is the last one, not the next", () => {
  const at = new Date("2027-03-28T01:00:00Z");
  expect(findLastTimeChange(at, "Europe/Berlin")?.at).toEqual(at);
  expect(findNextTimeChange(at, "Europe/Berlin")?.at).toEqual(new Date("2027-10-31T01:00:00Z"));
  expect(findNextTimeChange(new Date(at.getTime() - 1000), "Europe/Berlin")?.at).toEqual(at);
});
