import { type CivilDay, formatIsoDay, parseCivilDay } from "@/lib/time/calendar-days";
import { localZone } from "@/lib/time/dates";
import { readChoiceParam, readIntParam, writeParams } from "@/lib/url/url-state";

export type CalendarView = "month" | "week" | "list";

export interface CalendarSearchParams {
  readonly view: CalendarView;
  /** A day in the visible period. Null for today. */
  readonly date: CivilDay | null;
  readonly zone: "own" | "utc";
  readonly query: string;
  /** The day whose deliveries are listed, or null. */
  readonly open: CivilDay | null;
  /** The hour whose deliveries are listed, from 0 to 23. Null for the whole day. */
  readonly hour: number | null;
}

const CALENDAR_VIEWS = ["month", "week", "list"] as const;

/** Parses the URL's parameters. Ignores invalid ones. */
export function parseCalendarSearchParams(search: URLSearchParams): CalendarSearchParams {
  const open = parseCivilDay(search.get("day") ?? "");
  const hour = readIntParam(search, "hour", { min: -1, max: 24, fallback: -1 });
  return {
    view: readChoiceParam(search, "view", CALENDAR_VIEWS, "month"),
    date: parseCivilDay(search.get("date") ?? "") ?? open,
    zone: readChoiceParam(search, "zone", ["own", "utc"], "own"),
    query: search.get("q") ?? "",
    open,
    hour: open === null || hour < 0 || hour > 23 ? null : hour,
  };
}

/** Returns the query string with "?", or an empty string for the defaults. */
export function formatCalendarSearchParams(address: CalendarSearchParams): string {
  const nextParams = {
    view: address.view,
    date: address.date === null || address.date === address.open ? null : formatIsoDay(address.date),
    zone: address.zone,
    q: address.query,
    day: address.open === null ? null : formatIsoDay(address.open),
    hour: address.open === null ? null : address.hour,
  };
  const text = writeParams(new URLSearchParams(), nextParams, { view: "month", zone: "own" }).toString();
  return text && `?${text}`;
}

export function resolveZone({ zone }: CalendarSearchParams): string {
  return zone === "utc" ? "UTC" : localZone();
}
