import {
  formatDay,
  formatInstant,
  formatRelative,
  formatShortInstant,
  formatUtc,
  isValidInstant,
} from "@/lib/time/dates";
import { hasTwelveHourClock } from "@/lib/time/hour-cycle";
import type { Column } from "./data-table-types";

type TimeColumn<Row> = Pick<Column<Row>, "width" | "cell" | "fullText">;

/** In px. */
const FONT_SIZE = 13;

/** Widens a column, so that the text also fits with the text spacing of WCAG 1.4.12. */
function withTextSpacing(widthPx: number, longestText: string): string {
  const letterSpacing = longestText.length * 0.12 * FONT_SIZE;
  const wordSpacing = (longestText.split(" ").length - 1) * 0.16 * FONT_SIZE;
  return `${Math.ceil(widthPx + letterSpacing + wordSpacing)}px`;
}

/**
 * Creates a column of dates and times. The tooltip shows the relative time, the time in the
 * zone, and the time in UTC.
 * @param readTime returns an ISO 8601 time with an offset, or null to show a dash
 * @param zone IANA time zone
 * @param now current time. Times near it are shown without a year
 */
export function timeColumn<Row>(
  readTime: (row: Row) => string | null,
  zone: string,
  now: Date,
): TimeColumn<Row> {
  return {
    width: hasTwelveHourClock()
      ? withTextSpacing(136, "Nov 30, 10:00 AM")
      : withTextSpacing(118, "Nov 30, 10:00"),
    cell: (row) => {
      const iso = readTime(row);
      return iso === null ? "—" : <time dateTime={iso}>{formatShortInstant(iso, now, { zone })}</time>;
    },
    fullText: (row) => {
      const iso = readTime(row);
      if (iso === null || !isValidInstant(iso)) return null;
      // In UTC, both texts are the same. The set removes the duplicate.
      const exact = new Set([formatInstant(iso, { zone, style: "long" }), formatUtc(iso)]);
      return [formatRelative(iso, now, { zone }), ...exact].join("\n");
    },
  };
}

/** Creates a column of days, with the tooltip of `timeColumn`. */
export function dayColumn<Row>(
  readTime: (row: Row) => string | null,
  zone: string,
  now: Date,
): TimeColumn<Row> {
  return {
    ...timeColumn(readTime, zone, now),
    width: withTextSpacing(108, "30 Nov 2026"),
    cell: (row) => {
      const iso = readTime(row);
      return iso === null ? "—" : formatDay(iso, { zone });
    },
  };
}
