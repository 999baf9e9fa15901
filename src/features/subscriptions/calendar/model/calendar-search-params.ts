import { type CivilDay, readDay, writeDay } from "@/lib/time/calendar-days";
import { localZone } from "@/lib/time/dates";
import { readChoice, readInt, writeParams } from "@/lib/url/url-state";

/** How days are laid out. */
export type CalendarView = "month" | "week" | "list";

/** What the address of the calendar says. */
export interface CalendarAddress {
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

const VIEWS = ["month", "week", "list"] as const;

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function readCalendarAddress(search: URLSearchParams): CalendarAddress {
  const open = readDay(search.get("day") ?? "");
  const hour = readInt(search, "hour", { min: -1, max: 24, fallback: -1 });
  return {
    view: readChoice(search, "view", VIEWS, "month"),
    date: readDay(search.get("date") ?? "") ?? open,
    zone: readChoice(search, "zone", ["own", "utc"], "own"),
    query: search.get("q") ?? "",
    open,
    hour: open === null || hour < 0 || hour > 23 ? null : hour,
  };
}

/** The address, from "?" on; empty for the plain calendar. */
export function writeCalendarAddress(address: CalendarAddress): string {
  const said = {
    view: address.view,
    date: address.date === null || address.date === address.open ? null : writeDay(address.date),
    zone: address.zone,
    q: address.query,
    day: address.open === null ? null : writeDay(address.open),
    hour: address.open === null ? null : address.hour,
  };
  const text = writeParams(new URLSearchParams(), said, { view: "month", zone: "own" }).toString();
  return text && `?${text}`;
}

/** The IANA name of the zone in which the days are. */
export function zoneOf({ zone }: CalendarAddress): string {
  return zone === "utc" ? "UTC" : localZone();
}
