import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseErrorBody, parseRetryAfter } from "./parse-response";

const NOTHING = { type: null, code: null, detail: null, attr: null };
const INVALID = { type: "validation_error", code: "invalid_input" };

describe("parseErrorBody", () => {
  it.each([
    [
      "the contract's form",
      { type: "validation_error", code: "required", detail: "This field is required.", attr: "target_type" },
      { type: "validation_error", code: "required", detail: "This field is required.", attr: "target_type" },
    ],
    ["a bare detail", { detail: "Not found." }, { ...NOTHING, detail: "Not found." }],
    ["a list of details", { detail: ["One.", "Two."] }, { ...NOTHING, detail: "One." }],
    [
      "a bare error",
      { error: "Failed to calculate web vitals" },
      { ...NOTHING, detail: "Failed to calculate web vitals" },
    ],
    [
      "fields",
      { title: ["This field may not be blank."], count: ["x"] },
      { ...INVALID, detail: "This field may not be blank.", attr: "title" },
    ],
    [
      "fields inside a field",
      { byweekday: { 0: ['"x" is not a valid choice.'] } },
      { ...INVALID, detail: '"x" is not a valid choice.', attr: "byweekday__0" },
    ],
    ["errors of no field", { non_field_errors: ["No."] }, { ...INVALID, detail: "No.", attr: null }],
    ["a list", ["No."], { ...NOTHING, detail: "No." }],
    ["a text", "No.", { ...NOTHING, detail: "No." }],
    ["null", null, NOTHING],
    ["a number", 5, NOTHING],
    ["wrong types", { type: 1, code: [], detail: {}, attr: false }, NOTHING],
  ])("reads %s", (_, body, expected) => {
    expect(parseErrorBody(JSON.stringify(body))).toEqual(expected);
  });

  it.each(["", "<html><body>502 Bad Gateway</body></html>", '{"detail": "Not fou', "nginx"])(
    "finds no message in %j",
    (raw) => {
      expect(parseErrorBody(raw)).toEqual(NOTHING);
    },
  );

  it("truncates long messages", () => {
    expect(parseErrorBody(JSON.stringify({ detail: "a".repeat(100_000) })).detail).toHaveLength(400);
  });

  it("never throws for any JSON", () => {
    fc.assert(
      fc.property(fc.json(), (raw) => {
        for (const value of Object.values(parseErrorBody(raw))) {
          expect(value === null || typeof value === "string").toBe(true);
        }
      }),
      { seed: 20261121 },
    );
  });
});

describe("parseRetryAfter", () => {
  const NOW = Date.parse("2026-11-21T10:00:00Z");
  const THROTTLE_DETAIL = "Request was throttled. Expected available in 34 seconds.";

  it.each([
    ["the header's seconds first", "7", THROTTLE_DETAIL, 7000],
    ["the header's date", "Sat, 21 Nov 2026 10:00:05 GMT", null, 5000],
    ["the date of RFC 850", "Saturday, 21-Nov-26 10:00:05 GMT", null, 5000],
    ["the date of asctime", "Sat Nov 21 10:00:05 2026", null, 5000],
    ["the date of asctime with one digit", "Tue Dec  1 10:00:00 2026", null, 3_600_000],
    ["a date that is over as a second", "Sat, 21 Nov 2026 09:00:00 GMT", null, 1000],
    ["no wait as a second", "0", null, 1000],
    ["a wait that no timer can count as an hour", "3600000", null, 3_600_000],
    ["digits without end as an hour", "9".repeat(400), null, 3_600_000],
    ["a date in 9999 as an hour", "Fri, 31 Dec 9999 23:59:59 GMT", null, 3_600_000],
    ["a long wait in the message as an hour", null, "available in 2147484 seconds", 3_600_000],
    ["the message without a readable header", null, THROTTLE_DETAIL, 34_000],
    ["the message with an invalid header", "try 5", THROTTLE_DETAIL, 34_000],
    ["one second", null, "Expected available in 1 second.", 1000],
    ["nothing without both", null, "Slow down", null],
    ["nothing from a negative header", "-5", null, null],
  ])("reads %s", (_, header, detail, expected) => {
    expect(parseRetryAfter(header, detail, NOW)).toBe(expected);
  });
});
