import { expect, it } from "vitest";
import { parseCivilDay } from "@/lib/time/calendar-days";
import type { CalendarSearchParams } from "./calendar-search-params";
import { formatCalendarSearchParams, parseCalendarSearchParams } from "./calendar-search-params";

const DEFAULT_PARAMS: CalendarSearchParams = {
  view: "month",
  date: null,
  zone: "own",
  query: "",
  open: null,
  hour: null,
};
const parse = (search: string) => parseCalendarSearchParams(new URLSearchParams(search));
const day = (text: string) => parseCivilDay(text);

it("reads and writes the URL state", () => {
  for (const search of [
    "",
    "?view=week",
    "?view=list&date=2026-11-21&zone=utc&q=to%3Aana",
    "?day=2026-11-23",
    "?view=week&date=2026-11-24&day=2026-11-23&hour=0",
  ])
    expect(formatCalendarSearchParams(parse(search))).toBe(search);
});

it("uses the open day as the default date", () => {
  expect(parse("?day=2026-11-23")).toEqual({
    ...DEFAULT_PARAMS,
    date: day("2026-11-23"),
    open: day("2026-11-23"),
  });
});

it.each(["?view=year", "?date=2026-02-30&zone=mars", "?day=x&hour=3", "?hour=7"])(
  "takes the odd address %s as the plain calendar",
  (search) => {
    expect(parse(search)).toEqual(DEFAULT_PARAMS);
  },
);

it.each(["24", "noon"])("treats the invalid hour %s as the whole day", (hour) => {
  expect(parse(`?day=2026-11-23&hour=${hour}`).hour).toBeNull();
});
