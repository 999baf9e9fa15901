import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUnfinishedDate, parseDateSpan, resolveSpan } from "./query-values";

const NOW = Date.parse("2026-11-21T22:30:00Z");
const BERLIN = "Europe/Berlin";

function resolve(text: string, zone = BERLIN, now = NOW): readonly string[] {
  const span = parseDateSpan(text);
  if (!span) return ["not a date"];
  const { start, end } = resolveSpan(span, now, zone);
  return [start, end].map((time) => (Number.isFinite(time) ? new Date(time).toISOString() : String(time)));
}

const midnight = (day: string) => `2026-${day}T23:00:00.000Z`;

describe("a date", () => {
  it.each([
    ["Tomorrow", midnight("11-21"), midnight("11-22")],
    ["2026-11", "2026-10-31T23:00:00.000Z", midnight("11-30")],
    ["2026-11-21..2026-11-23", midnight("11-20"), midnight("11-23")],
    ["..today", "-Infinity", midnight("11-21")],
    ["today..+7d", midnight("11-20"), midnight("11-28")],
    ["-30d", "2026-10-21T22:00:00.000Z", midnight("11-21")],
    ["+2w", midnight("11-20"), midnight("12-05")],
    ["+1m", midnight("11-20"), midnight("12-21")],
    ["+12h", "2026-11-21T22:30:00.000Z", "2026-11-22T10:30:00.001Z"],
    [">2026-11-01", midnight("11-01"), "Infinity"],
    [">=2026-11-01", "2026-10-31T23:00:00.000Z", "Infinity"],
    ["<2026-11-02", "-Infinity", midnight("11-01")],
    ["<=2026-11-01", "-Infinity", midnight("11-01")],
    ["9999", "9998-12-31T23:00:00.000Z", "Infinity"],
    [">+9999y", "Infinity", "Infinity"],
  ])("%s", (text, start, end) => {
    expect(resolve(text)).toEqual([start, end]);
  });

  it("is a whole day in the zone, also with 23 or 25 hours", () => {
    expect(resolve("2026-03-29")).toEqual(["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
    expect(resolve("2026-10-25")).toEqual(["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
    expect(resolve("today", "Pacific/Auckland")).toEqual([
      "2026-11-21T11:00:00.000Z",
      "2026-11-22T11:00:00.000Z",
    ]);
  });

  it("is the last day of a shorter month", () => {
    const now = Date.parse("2027-01-31T12:00:00Z");
    expect(resolve("..+1m", "UTC", now)[1]).toBe("2027-03-01T00:00:00.000Z");
    expect(resolve("-11m..", "UTC", now)[0]).toBe("2026-02-28T00:00:00.000Z");
    expect(resolve("+1y..", "UTC", Date.parse("2028-02-29T00:00:00Z"))[0]).toBe("2029-02-28T00:00:00.000Z");
  });

  it.each(["2026-02-30", "26", "..", ">", "+7x", "+d", "2026..x", "toString", ">..2026"])(
    "rejects %s",
    (text) => {
      expect(parseDateSpan(text)).toBeNull();
    },
  );

  it.each(["to", "2026-1", "2026-11-", "+", "+7", "today..", "today..+", "2026.", ">", ">=2", "202"])(
    "%s is a prefix",
    (text) => {
      expect(isUnfinishedDate(text)).toBe(true);
    },
  );

  it.each(["soon", "2026-13", "x..", "today..x", "2026-02-30", "+x"])("%s isn't a prefix", (text) => {
    expect(isUnfinishedDate(text)).toBe(false);
  });

  it("never throws, and every prefix of a date is valid or a prefix", () => {
    const days = fc
      .date({
        min: new Date("2000-01-01T00:00:00Z"),
        max: new Date("2099-12-31T00:00:00Z"),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 10));
    const points = fc.oneof(days, fc.constantFrom("today", "tomorrow", "+7d", "-30d", "2026-11", "2026"));
    fc.assert(
      fc.property(points, points, fc.nat(30), (from, to, length) => {
        const text = `${from}..${to}`.slice(0, length + 1);
        expect(parseDateSpan(text) !== null || isUnfinishedDate(text)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, zone) => {
        expect(typeof isUnfinishedDate(text)).toBe("boolean");
        expect(resolve(text, zone)).not.toEqual([]);
      }),
    );
  });
});
