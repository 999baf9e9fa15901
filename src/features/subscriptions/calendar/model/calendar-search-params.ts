import { type CivilDay, formatIsoDay, parseCivilDay } from "@/lib/time/calendar-days";
import { localZone } from "@/lib/time/dates";
import { readChoiceParam, readIntParam, writeParams } from "@/lib/url/url-state";

/** How days are laid out. */
export type CalendarView = "month" | "week" | "list";

/** What the address of the calendar says. */
export interface CalendarSearchParams {
  readonly view: CalendarView;
  /** The day around which it stands; null for today. */
  readonly date: CivilDay | null;
  readonly zone: "own" | "utc";
  /** In the query language, as it was typed. */
  readonly query: string;
  /** The day whose list is open; null for none. */
  readonly open: CivilDay | null;
  /** The one hour of it that the list is about, 0 to 23; null for the whole day. */
  readonly hour: number | null;
}

const CALENDAR_VIEWS = ["month", "week", "list"] as const;

/** Reads the address leniently: whatever makes no sense counts as not said. */
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

/** The address, from "?" on; empty for the plain calendar. */
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

/** The IANA name of the zone in which the days are. */
export function resolveZone({ zone }: CalendarSearchParams): string {
  return zone === "utc" ? "UTC" : localZone();
}
