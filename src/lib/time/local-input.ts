import { isKnownZone, offsetMilliseconds, parseInstant, parseWallTime, toIso, WALL_TIME } from "./dates";

export type LocalInputResult =
  | {
      readonly ok: true;
      readonly iso: string;
      /**
       * `gap`: the time doesn't exist and was moved forward. `overlap`: the time occurs twice, and the first instant
       * counts.
       */
      readonly adjusted?: "gap" | "overlap";
    }
  | { readonly ok: false; readonly message: string };

const DAY_MS = 86_400_000;

/** Formats an instant for a `datetime-local` input: "2026-11-23T09:00". Returns "" for invalid input. */
export function toLocalInput(iso: string, zone: string): string {
  const instant = parseInstant(iso);
  if (!instant || !isKnownZone(zone)) return "";
  const wall = new Date(instant.getTime() + offsetMilliseconds(instant, zone));
  return wall.getUTCFullYear() < 1 ? "" : wall.toISOString().slice(0, 16);
}

/** Parses the value of a `datetime-local` input in a zone. Never throws. */
export function fromLocalInput(text: string, zone: string): LocalInputResult {
  if (!isKnownZone(zone)) return { ok: false, message: `Unknown time zone “${zone}”.` };
  const wall = parseWallTime(text.trim());
  if (wall === null) return { ok: false, message: explainInvalidWallTime(text.trim()) };
  // Near a time change, the previous and the next day have different offsets. Every offset that yields the local time
  // is a candidate.
  const before = offsetMilliseconds(new Date(wall - DAY_MS), zone);
  const after = offsetMilliseconds(new Date(wall + DAY_MS), zone);
  const candidates = [...new Set([before, after])]
    .map((offset) => ({ time: wall - offset, offset }))
    .filter((reading) => offsetMilliseconds(new Date(reading.time), zone) === reading.offset)
    .map((reading) => reading.time);
  const first = candidates.length > 0 ? Math.min(...candidates) : wall - before;
  const iso = toIso(new Date(first));
  if (candidates.length === 0) return { ok: true, iso, adjusted: "gap" };
  return candidates.length > 1 ? { ok: true, iso, adjusted: "overlap" } : { ok: true, iso };
}

function explainInvalidWallTime(text: string): string {
  if (text === "") return "Enter a date and time.";
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (WALL_TIME.test(text) && day) {
    return parseWallTime(`${day}T00:00`) === null
      ? `${day} isn't a valid date.`
      : `${text.slice(11)} isn't a valid time.`;
  }
  return "Enter a date and time like 2026-11-23T09:00.";
}
