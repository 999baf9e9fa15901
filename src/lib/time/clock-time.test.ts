import { expect, it } from "vitest";
import { formatInstant, formatShortInstant, formatTimeOfDay } from "./dates";

it.each([
  ["en-US", "9:00 AM"],
  ["en-CA", "9:00 a.m."],
  ["en-GB", "09:00"],
  ["de-DE", "09:00"],
  ["es-ES", "09:00"],
  ["ja-JP", "09:00"],
])("formats a time as time inputs do in %s", (locale, text) => {
  const iso = "2026-11-30T09:00:00Z";
  const plain = (formatted: string) => formatted.replace(/\s/g, " ");
  expect(plain(formatTimeOfDay({ hour: 9, minute: 0 }, locale))).toBe(text);
  expect(plain(formatInstant(iso, { zone: "UTC", locale }))).toContain(text);
  expect(plain(formatShortInstant(iso, new Date(iso), { zone: "UTC", locale }))).toContain(text);
});

it.each([
  [0, "12:30 AM"],
  [12, "12:30 PM"],
  [23, "11:30 PM"],
  [24, "12:30 AM"],
])("formats hour %d with a 12-hour clock", (hour, text) => {
  expect(formatTimeOfDay({ hour, minute: 30 }, "en-US").replace(/\s/g, " ")).toBe(text);
});
