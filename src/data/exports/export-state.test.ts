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

describe("the state of an export", () => {
  it.each([
    [after(-599_999), false],
    [after(-600_000), true],
  ])("created at %s is stuck: %s", (created_at, isStuck) => {
    expect(getExportState({ ...PENDING, created_at }, NOW)).toMatchObject({ kind: "pending", isStuck });
  });

  it("respects offsets, and is never negative", () => {
    const created_at = "2026-11-21T12:59:00+03:00";
    expect(getExportState({ ...PENDING, created_at }, NOW)).toMatchObject({ ageMs: 60_000 });
    expect(getExportState({ ...PENDING, created_at: after(5_000) }, NOW)).toMatchObject({ ageMs: 0 });
  });

  it.each([null, "yesterday", ""])("has no age, and is never stuck, when it was made %j", (created_at) => {
    expect(getExportState({ ...PENDING, created_at }, NOW)).toEqual({
      kind: "pending",
      ageMs: null,
      isStuck: false,
    });
  });

  it("is failed with a message, unless it has content, and expired after its expiry in any state", () => {
    const exception = "  Query exceeded the maximum execution time. ";
    expect(getExportState({ ...PENDING, exception }, NOW)).toEqual({
      kind: "failed",
      message: "Query exceeded the maximum execution time.",
    });
    expect(getExportState({ ...PENDING, exception: "  " }, NOW).kind).toBe("pending");
    expect(getExportState({ ...PENDING, exception, has_content: true }, NOW)).toEqual({ kind: "ready" });
    const ready = { ...PENDING, has_content: true };
    expect(getExportState({ ...ready, expires_after: after(1) }, NOW).kind).toBe("ready");
    expect(getExportState({ ...ready, expires_after: after(0) }, NOW).kind).toBe("expired");
    expect(getExportState({ ...PENDING, exception: "No.", expires_after: after(-1) }, NOW).kind).toBe(
      "expired",
    );
    expect(getExportState({ ...ready, expires_after: "some day" }, NOW).kind).toBe("ready");
  });
});

describe("expiring", () => {
  const DAY = 86_400_000;

  it.each([
    [7 * DAY + 1, false],
    [7 * DAY, true],
    [1, true],
    [0, false],
  ])("with %d ms left: %s", (left, isSoon) => {
    expect(isExpiring({ ...PENDING, has_content: true, expires_after: after(left) }, NOW)).toBe(isSoon);
  });

  it("requires content and an expiry", () => {
    expect(isExpiring({ ...PENDING, expires_after: after(DAY) }, NOW)).toBe(false);
    expect(isExpiring({ ...PENDING, exception: "No.", expires_after: after(DAY) }, NOW)).toBe(false);
    expect(isExpiring({ ...PENDING, has_content: true, expires_after: null }, NOW)).toBe(false);
  });
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
