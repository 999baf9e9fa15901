import { describe, expect, it } from "vitest";
import { getExportSource, getExportState, isExpiring } from "./exports";

const NOW = new Date("2026-11-21T10:00:00Z");
const PENDING = {
  has_content: false,
  exception: null,
  created_at: "2026-11-21T09:59:00Z",
  expires_after: "2027-05-22T09:59:00Z",
};

const after = (ms: number) => new Date(NOW.getTime() + ms).toISOString();

const READY = { ...PENDING, has_content: true };
const EXCEPTION = "  Query exceeded the maximum execution time. ";

it.each([
  [{ created_at: after(-599_999) }, { kind: "pending", ageMs: 599_999, isStuck: false }],
  [{ created_at: after(-600_000) }, { kind: "pending", ageMs: 600_000, isStuck: true }],
  [{ created_at: "2026-11-21T12:59:00+03:00" }, { kind: "pending", ageMs: 60_000, isStuck: false }],
  // The server's clock is ahead.
  [{ created_at: after(5_000) }, { kind: "pending", ageMs: 0, isStuck: false }],
  [{ created_at: null }, { kind: "pending", ageMs: null, isStuck: false }],
  [{ created_at: "yesterday" }, { kind: "pending", ageMs: null, isStuck: false }],
  [{ exception: "  " }, { kind: "pending", ageMs: 60_000, isStuck: false }],
  [{ exception: EXCEPTION }, { kind: "failed", message: EXCEPTION.trim() }],
  [{ exception: EXCEPTION, has_content: true }, { kind: "ready" }],
  [{ has_content: true, expires_after: after(1) }, { kind: "ready" }],
  [{ has_content: true, expires_after: "some day" }, { kind: "ready" }],
  [{ has_content: true, expires_after: after(0) }, { kind: "expired" }],
  [{ exception: "No.", expires_after: after(-1) }, { kind: "expired" }],
])("the state of an export with %j is %j", (fields, state) => {
  expect(getExportState({ ...PENDING, ...fields }, NOW)).toEqual(state);
});

const DAY = 86_400_000;

it.each([
  [READY, after(7 * DAY + 1), false],
  [READY, after(7 * DAY), true],
  [READY, after(1), true],
  [READY, after(0), false],
  [READY, null, false],
  [PENDING, after(DAY), false],
  [{ ...PENDING, exception: "No." }, after(DAY), false],
])("%#: an export is expiring within 7 days if it is ready", (record, expires_after, isSoon) => {
  expect(isExpiring({ ...record, expires_after }, NOW)).toBe(isSoon);
});

describe("the source", () => {
  const NONE = { dashboard: null, insight: null, export_context: null };

  it.each([
    [{ dashboard: 12 }, { kind: "dashboard", id: 12 }],
    [{ insight: 4 }, { kind: "insight", id: 4 }],
    [{ dashboard: 0 }, { kind: "dashboard", id: 0 }],
    [
      { export_context: { session_recording_id: "0189", duration: 9 } },
      { kind: "recording", recordingId: "0189" },
    ],
    [
      { export_context: { source: { kind: "HogQLQuery" }, filename: "x" } },
      { kind: "query", query: "HogQLQuery" },
    ],
    [{ export_context: { source: { kind: 3 } } }, { kind: "query", query: null }],
    [
      { export_context: { path: "/api/x", method: "POST" } },
      { kind: "path", path: "/api/x", method: "POST" },
    ],
    [{ export_context: { path: "/api/x" } }, { kind: "path", path: "/api/x", method: null }],
    [{ export_context: { path: "" } }, { kind: "context" }],
    [{ export_context: { source: "HogQLQuery" } }, { kind: "context" }],
    [{ export_context: "words" }, { kind: "context" }],
    [{ export_context: [1] }, { kind: "context" }],
    [{ export_context: {} }, { kind: "none" }],
    [{}, { kind: "none" }],
  ])("of %j", (part, source) => {
    expect(getExportSource({ ...NONE, ...part })).toEqual(source);
  });
});
