import { expect, it } from "vitest";
import { escapeIcsText, foldLine, type IcsEvent, icsChunks } from "./ics";

const EVENT: IcsEvent = {
  uid: "delivery-7@example.com",
  start: Date.parse("2026-11-23T09:00:00Z"),
  rule: "FREQ=DAILY",
  summary: "Sales; north, south",
  description: "Two\nlines",
  url: "https://example.com/p/1?a=1,2",
};

function write(...events: readonly IcsEvent[]): string {
  const file = { name: "All", stamp: Date.parse("2026-11-21T10:00:00Z"), rows: events };
  return [...icsChunks({ ...file, eventsOf: (event) => [event] })].map(({ text }) => text).join("");
}

/** Decodes RFC 5545 text independently of the encoder. */
function unescape(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? "\n" : character));
}

it("has the lines required by RFC 5545", () => {
  const lines = write(EVENT).split("\r\n");
  expect(lines).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Environs//Calendar//EN",
    "CALSCALE:GREGORIAN",
    "X-WR-CALNAME:All",
    "BEGIN:VEVENT",
    "UID:delivery-7@example.com",
    "DTSTAMP:20261121T100000Z",
    "DTSTART:20261123T090000Z",
    "RRULE:FREQ=DAILY",
    String.raw`SUMMARY:Sales\; north\, south`,
    String.raw`DESCRIPTION:Two\nlines`,
    "URL:https://example.com/p/1?a=1,2",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

it("has no rule for a single event", () => {
  expect(write({ ...EVENT, rule: null })).not.toContain("RRULE");
});

it("round-trips any text", () => {
  for (const text of ["a\\b", "a\\nb", "1, 2; 3", "two\nlines", '"quoted": yes'])
    expect(unescape(escapeIcsText(text))).toBe(text);
  expect(escapeIcsText("a\r\nb\rc")).toBe(String.raw`a\nb\nc`);
  expect(escapeIcsText("a\0b\u001Bc\td")).toBe("abc\td");
});

it("never lets text start a line", () => {
  const text = write({
    ...EVENT,
    summary: "x\r\nEND:VEVENT",
    uid: "u\nBEGIN:VALARM",
    url: "https://example.com/\r\nX:1",
  });
  expect(text.match(/^END:VEVENT/gm)).toHaveLength(1);
  expect(text).not.toMatch(/^(X:1|BEGIN:VALARM)/m);
});

it("folds lines at 75 octets, never inside a character", () => {
  for (const line of [
    "SUMMARY:" + "ä".repeat(200),
    "🧭".repeat(60),
    "x".repeat(75),
    "x".repeat(76),
    "漢".repeat(90),
  ]) {
    const parts = foldLine(line).split("\r\n");
    for (const part of parts) {
      expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(75);
      expect(part).not.toMatch(/\p{Surrogate}/u);
    }
    expect(parts.map((part, index) => (index === 0 ? part : part.slice(1))).join("")).toBe(line);
  }
  expect(foldLine("x".repeat(75))).toBe("x".repeat(75));
});
