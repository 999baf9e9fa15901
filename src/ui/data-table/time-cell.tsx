import {
  formatDay,
  formatInstant,
  formatRelative,
  formatShortInstant,
  formatUtc,
  isValidInstant,
} from "@/lib/time/dates";
import type { Column } from "./data-table-types";

type TimeColumn<Row> = Pick<Column<Row>, "width" | "cell" | "fullText">;

/** A column of dates and times. The tooltip has the relative time, and the time in UTC. */
export function timeColumn<Row>(
  readTime: (row: Row) => string | null,
  zone: string,
  now: Date,
): TimeColumn<Row> {
  return {
    width: "126px",
    cell: (row) => <TimeCell iso={readTime(row)} zone={zone} now={now} />,
    fullText: (row) => formatTimeTooltip(readTime(row), zone, now),
  };
}

/** A column of days. The tooltip has the relative time, and the time in UTC. */
export function dayColumn<Row>(
  readTime: (row: Row) => string | null,
  zone: string,
  now: Date,
): TimeColumn<Row> {
  return {
    ...timeColumn(readTime, zone, now),
    width: "108px",
    cell: (row) => formatCellDay(readTime(row), zone),
  };
}

function formatCellDay(iso: string | null, zone: string): string {
  return iso === null ? "—" : formatDay(iso, { zone });
}

interface TimeCellProps {
  /** ISO 8601 with an offset. Null shows a dash. */
  readonly iso: string | null;
  /** IANA time zone. */
  readonly zone: string;
  /** The year is left out when it is the same. */
  readonly now: Date;
}

function TimeCell({ iso, zone, now }: TimeCellProps) {
  if (iso === null) return "—";
  return <time dateTime={iso}>{formatShortInstant(iso, now, { zone })}</time>;
}

/** "in 5 days", and the time in local time and in UTC. */
function formatTimeTooltip(iso: string | null, zone: string, now: Date): string | null {
  if (iso === null || !isValidInstant(iso)) return null;
  // Both are equal when the zone is UTC.
  const exact = new Set([formatInstant(iso, { zone, style: "long" }), formatUtc(iso)]);
  return [formatRelative(iso, now, { zone }), ...exact].join("\n");
}
