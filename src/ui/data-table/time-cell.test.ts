import { expect, it } from "vitest";
import { timeColumn } from "./data-table-types";

it.each(["Nov 30, 10:00", "Nov 30, 2026"])("has room for %s with the text spacing of WCAG 1.4.12", (text) => {
  const column = timeColumn(() => "2026-11-30T08:00:00Z", "UTC", new Date("2026-11-21T10:00:00Z"));
  // A character is at least 6 px wide. Letter spacing is 0.12 and word spacing 0.16 of the font size of 13 px.
  const padding = 20;
  const needed = text.length * (6 + 0.12 * 13) + (text.split(" ").length - 1) * 0.16 * 13 + padding;
  expect(Number.parseFloat(column.width)).toBeGreaterThanOrEqual(needed);
});
