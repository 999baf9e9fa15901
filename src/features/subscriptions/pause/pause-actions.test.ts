import { buildSubscription } from "@test/support/builders";
import { expect, it } from "vitest";
import { isResumeDue, reminderMessage } from "./pause-actions";

const NOW = new Date("2026-12-01T02:00:00Z");
const paused = buildSubscription({ id: 7, enabled: false });
const due = (day: string, record = paused, zone = "UTC") =>
  isResumeDue(record, new Map([[7, day]]), NOW, zone);

it("is due from that local day on, and matters for paused records only", () => {
  expect(due("2026-11-30")).toBe(true);
  expect(due("2026-12-01")).toBe(true);
  expect(due("2026-12-02")).toBe(false);
  expect(due("2026-12-01", paused, "America/New_York")).toBe(false);
  expect(due("2026-11-30", { ...paused, enabled: true })).toBe(false);
  expect(due("2026-11-30", { ...paused, deleted: true })).toBe(false);
  expect(due("2026-11-30", { ...paused, id: 8 })).toBe(false);
  expect(due("2026-11-30", { ...paused, next_delivery_date: null })).toBe(false);
  expect(due("2026-11-30", { ...paused, until_date: "2026-11-28T00:00:00Z" })).toBe(false);
});

it("says where it is stored", () => {
  const message = reminderMessage(paused, new Map([[7, "2026-12-15"]]), NOW);
  expect(message).toBe("Reminder in this browser on Dec 15, 2026.");
  expect(reminderMessage(paused, new Map([[8, "2026-12-15"]]), NOW)).toBeNull();
});
