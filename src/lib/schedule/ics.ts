import { chunkRanges, type FileChunk } from "@/lib/file/file-chunk";

export interface IcsEvent {
  /** Stable ID of the event across files. */
  readonly uid: string;
  /** In ms since 1970. */
  readonly start: number;
  /** RRULE value, for example "FREQ=DAILY". Null for a single event. */
  readonly rule: string | null;
  readonly summary: string;
  readonly description: string;
  readonly url: string | null;
}

export interface IcsCalendar<Row> {
  readonly name: string;
  readonly stamp: number;
  readonly rows: readonly Row[];
  readonly eventsOf: (row: Row) => readonly IcsEvent[];
}

const MAX_LINE_OCTETS = 75;
const encoder = new TextEncoder();

/** Generates a calendar file (RFC 5545) in chunks. */
export function* icsChunks<Row>({ name, stamp, rows, eventsOf }: IcsCalendar<Row>): Generator<FileChunk> {
  const head = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Environs//Calendar//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escapeIcsText(name)}`,
  ];
  yield { text: joinLines(head), rowsDone: 0 };
  for (const { from, to } of chunkRanges(rows.length)) {
    const lines = rows
      .slice(from, to)
      .flatMap(eventsOf)
      .flatMap((event) => eventLines(event, stamp));
    yield { text: joinLines(lines), rowsDone: to };
  }
  yield { text: joinLines(["END:VCALENDAR"]), rowsDone: rows.length };
}

function eventLines(event: IcsEvent, stamp: number): string[] {
  const { uid, start, rule, summary, description, url } = event;
  return [
    "BEGIN:VEVENT",
    `UID:${escapeIcsText(uid)}`,
    `DTSTAMP:${formatIcsInstant(stamp)}`,
    `DTSTART:${formatIcsInstant(start)}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `SUMMARY:${escapeIcsText(summary)}`,
    `DESCRIPTION:${escapeIcsText(description)}`,
    // URIs aren't escaped, so line breaks and other control characters are removed.
    ...(url === null ? [] : [`URL:${url.replace(CONTROLS, "")}`]),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

const CONTROLS = /\p{Cc}/gu;
// Text values may contain tabs but no other control characters (RFC 5545, 3.1).
const FORBIDDEN = /(?![\t\n])\p{Cc}/gu;

/** Escapes a TEXT value (RFC 5545). */
export function escapeIcsText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(FORBIDDEN, "")
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, String.raw`\n`);
}

/** Formats an instant (ms since 1970) in UTC: "20261123T090000Z". */
export function formatIcsInstant(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** Folds a line into parts of at most 75 octets of UTF-8. Never splits a character. */
export function foldLine(line: string): string {
  // A UTF-16 code unit takes at most three octets, so short lines need no encoding.
  if (line.length * 3 <= MAX_LINE_OCTETS) return line;
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
