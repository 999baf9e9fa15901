import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromLocalInput, toLocalInput } from "./calendar-days";
import {
  formatDay,
  formatDuration,
  formatInstant,
  formatRelative,
  formatShortInstant,
  formatTimeOfDay,
  formatUtc,
  isKnownZone,
  isValidInstant,
  localZone,
  offsetMinutes,
  parseInstant,
  toIso,
  wallClock,
  zoneOffsetLabel,
} from "./dates";

const BERLIN = "Europe/Berlin";
const NEW_YORK = "America/New_York";
const AUCKLAND = "Pacific/Auckland";
const LORD_HOWE = "Australia/Lord_Howe";
const GB = { locale: "en-GB" } as const;

const ZONES = [
  "UTC",
  BERLIN,
  NEW_YORK,
  AUCKLAND,
  LORD_HOWE,
  "Asia/Kolkata",
  "Pacific/Apia",
  "America/St_Johns",
];
const zones = fc.constantFrom(...ZONES);
const minutesOfOurTime = fc
  .integer({ min: Date.UTC(1990, 0, 1) / 60_000, max: Date.UTC(2060, 0, 1) / 60_000 })
  .map((minute) => new Date(minute * 60_000));

describe("parseInstant", () => {
  it.each([
    ["2026-11-23T09:00Z", "2026-11-23T09:00:00.000Z"],
    ["2026-11-23t09:00:00z", "2026-11-23T09:00:00.000Z"],
    ["2026-11-23 09:00:00+00:00", "2026-11-23T09:00:00.000Z"],
    [" 2026-11-23T09:00:00Z ", "2026-11-23T09:00:00.000Z"],
    ["2026-11-23T09:00:00.123456Z", "2026-11-23T09:00:00.123Z"],
    ["2026-11-23T00:30:00+01:00", "2026-11-22T23:30:00.000Z"],
    ["2026-11-23T22:30:00-0330", "2026-11-24T02:00:00.000Z"],
    ["2026-11-23T09:00:00+05", "2026-11-23T04:00:00.000Z"],
  ])("%s is %s", (text, iso) => {
    expect(parseInstant(text)?.toISOString()).toBe(iso);
    expect(isValidInstant(text)).toBe(true);
  });

  it.each([
    "",
    "2026-11-23",
    "2026-11-23T09:00:00",
    "2026-02-30T09:00:00Z",
    "2100-02-29T09:00:00Z",
    "2026-11-23T24:00:00Z",
    "2026-11-23T09:00:60Z",
    "2026-11-23T09:00:00+24:00",
    "Mon, 23 Nov 2026 09:00:00 GMT",
    "2026-11-23T09:00:00Z tomorrow",
  ])("rejects %j", (text) => {
    expect(parseInstant(text)).toBeNull();
    expect(isValidInstant(text)).toBe(false);
  });

  it("round-trips", () => {
    const instants = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        expect(parseInstant(toIso(instant))?.getTime()).toBe(instant.getTime());
      }),
    );
  });

  it("writes milliseconds only when not zero", () => {
    expect(toIso(new Date(Date.UTC(2026, 10, 23, 9)))).toBe("2026-11-23T09:00:00Z");
    expect(toIso(new Date(Date.UTC(2026, 10, 23, 9, 0, 0, 5)))).toBe("2026-11-23T09:00:00.005Z");
    expect(toIso(new Date(Number.NaN))).toBe("");
  });
});

it("formatShortInstant shows the time of a near instant and the year of a distant one", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  expect(formatShortInstant("2026-11-30T09:00:00Z", now, { ...GB, zone: "UTC" })).toBe("30 Nov, 09:00");
  expect(formatShortInstant("2027-09-29T09:00:00Z", now, { ...GB, zone: "UTC" })).toBe("29 Sept 2027");
  expect(formatShortInstant("soon", now, GB)).toBe("soon");
});

describe("formatInstant", () => {
  const iso = "2026-11-23T09:00:00Z";

  it.each([
    [{ zone: BERLIN }, "Mon, 23 Nov 2026, 10:00"],
    [{ zone: BERLIN, style: "long" }, "Mon, 23 Nov 2026, 10:00 CET"],
    [{ zone: NEW_YORK, style: "long" }, "Mon, 23 Nov 2026, 04:00 GMT-5"],
  ] as const)("%j gives %s", (options, shown) => {
    expect(formatInstant(iso, { ...GB, ...options })).toBe(shown);
  });

  it("uses the Gregorian calendar in locales that have another one", () => {
    for (const locale of ["fa-IR-u-nu-latn", "th-TH", "ar-SA-u-nu-latn", "en-u-ca-hebrew"])
      expect(formatDay(iso, { zone: BERLIN, locale })).toMatch(/23.*2026|2026.*23/);
  });

  it("shows UTC", () => {
    expect(formatUtc("2026-11-23T00:30:00+01:00", GB)).toBe("Sun, 22 Nov 2026, 23:30 UTC");
  });

  it.each([
    ["en-US", /\b12:05\sAM$/, /\b9:00\sPM$/],
    ["ko", /\b12:05$/, /\b9:00$/],
  ])("has the hours of %s", (locale, night, evening) => {
    expect(formatInstant("2026-11-23T00:05:00Z", { locale, zone: "UTC" })).toMatch(night);
    expect(formatInstant("2026-11-23T21:00:00Z", { locale, zone: "UTC" })).toMatch(evening);
  });

  it("omits the current year, and uses the day, of the zone", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const last = "2026-12-31T23:30:00Z";
    expect(formatInstant(last, { ...GB, zone: "UTC", now })).toBe("Thu 31 Dec, 23:30");
    expect(formatInstant(last, { ...GB, zone: BERLIN, now })).toBe("Fri, 1 Jan 2027, 00:30");
    expect(formatInstant("soon", { ...GB, now })).toBe("soon");
    expect(formatDay("2026-12-31T23:30:00Z", { ...GB, zone: "UTC" })).toBe("31 Dec 2026");
    expect(formatDay("2026-12-31T23:30:00Z", { ...GB, zone: BERLIN })).toBe("1 Jan 2027");
  });

  it.each(["", "soon", "2026-02-30T09:00:00Z", "2026-11-23T09:00:00"])("returns %j unchanged", (text) => {
    expect(formatInstant(text, GB)).toBe(text);
    expect(formatDay(text, GB)).toBe(text);
    expect(formatUtc(text, GB)).toBe(text);
    expect(formatRelative(text, new Date(0), GB)).toBe(text);
  });

  it("doesn't show a wrong hour for an unknown zone or locale", () => {
    expect(formatInstant(iso, { ...GB, zone: "Mars/Base" })).toBe(iso);
    expect(formatInstant(iso, { zone: "UTC", locale: "not a locale" })).toBe(iso);
    expect(isKnownZone("Mars/Base")).toBe(false);
    expect(isKnownZone("")).toBe(false);
    expect(isKnownZone(localZone())).toBe(true);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (text, zone, locale) => {
        formatInstant(text, { zone, locale });
        formatInstant(iso, { zone, locale });
        expect(formatRelative(iso, new Date(0), { zone, locale })).not.toBe("");
        toLocalInput(text, zone);
        fromLocalInput(text, zone);
        expect(fromLocalInput(text, "UTC").ok && !isValidInstant(`${text.trim()}Z`)).toBe(false);
      }),
    );
  });
});

describe("formatRelative", () => {
  it.each([
    ["2026-11-23T09:00:00Z", "2026-11-23T09:00:59.999Z", "now"],
    ["2026-11-23T09:00:00Z", "2026-11-23T09:01:00Z", "in 1 minute"],
    ["2026-11-23T09:00:00Z", "2026-11-23T08:59:00Z", "1 minute ago"],
    ["2026-11-23T09:00:00Z", "2026-11-23T09:59:40Z", "in 1 hour"],
    ["2026-11-23T09:00:00Z", "2026-11-24T08:59:00Z", "tomorrow"],
    ["2026-11-23T09:00:00Z", "2026-11-22T09:00:00Z", "yesterday"],
    ["2026-11-23T09:00:00Z", "2026-12-23T09:00:00Z", "in 30 days"],
    ["2026-11-23T09:00:00Z", "2026-12-24T09:00:00Z", "in 1 month"],
    ["2026-11-23T09:00:00Z", "2025-11-23T09:00:00Z", "1 year ago"],
  ])("at %s, %s is %s", (now, iso, words) => {
    expect(formatRelative(iso, new Date(now), { ...GB, zone: "UTC" })).toBe(words);
  });

  it("uses calendar days of the zone, and returns the text without a valid reference", () => {
    // The instant is only 26 hours later, but after two midnights.
    expect(
      formatRelative("2026-11-25T01:00:00Z", new Date("2026-11-23T23:00:00Z"), { ...GB, zone: "UTC" }),
    ).toBe("in 2 days");
    expect(
      formatRelative("2026-11-25T01:00:00Z", new Date("2026-11-23T23:00:00Z"), { ...GB, zone: NEW_YORK }),
    ).toBe("tomorrow");
    expect(formatRelative("2026-11-24T10:00:00Z", new Date(Number.NaN))).toBe("2026-11-24T10:00:00Z");
  });
});

describe("zones", () => {
  it.each([
    ["2026-07-01T09:00:00Z", BERLIN, 120, "UTC+02:00"],
    ["2026-11-23T09:00:00Z", NEW_YORK, -300, "UTC-05:00"],
    ["2026-07-01T09:00:00Z", LORD_HOWE, 630, "UTC+10:30"],
    ["2026-11-23T09:00:00Z", "America/St_Johns", -210, "UTC-03:30"],
    ["2026-11-23T09:00:00Z", "Mars/Base", 0, "UTC+00:00"],
  ])("%s in %s is %i minutes ahead", (iso, zone, minutes, label) => {
    expect(offsetMinutes(new Date(iso), zone)).toBe(minutes);
    expect(zoneOffsetLabel(new Date(iso), zone)).toBe(label);
  });

  it("returns local date and time", () => {
    expect(wallClock(new Date("2026-12-31T23:30:15Z"), BERLIN)).toEqual({
      year: 2027,
      month: 1,
      day: 1,
      hour: 0,
      minute: 30,
      second: 15,
      weekday: 4,
    });
    expect(wallClock(new Date("2026-11-22T00:00:00Z"), "UTC").weekday).toBe(6);
  });

  it("is 0 for an invalid instant", () => {
    expect(offsetMinutes(new Date(Number.NaN), BERLIN)).toBe(0);
    expect(zoneOffsetLabel(new Date(Number.NaN), BERLIN)).toBe("UTC+00:00");
  });
});

describe("local input", () => {
  it.each([
    ["2026-11-23T09:00:30", BERLIN, "2026-11-23T08:00:30Z"],
    ["2026-07-01T09:00", BERLIN, "2026-07-01T07:00:00Z"],
    // Just outside a gap or an overlap, times are unambiguous.
    ["2026-03-29T01:59", BERLIN, "2026-03-29T00:59:00Z"],
    ["2026-03-29T03:00", BERLIN, "2026-03-29T01:00:00Z"],
    ["2026-10-25T01:59", BERLIN, "2026-10-24T23:59:00Z"],
    ["2026-10-25T03:00", BERLIN, "2026-10-25T02:00:00Z"],
  ])("%s in %s is %s", (text, zone, iso) => {
    expect(fromLocalInput(text, zone)).toEqual({ ok: true, iso });
  });

  it.each([
    // Clocks move from 02:00 to 03:00. Times in between are read with the offset from before the change.
    ["2026-03-29T02:30", BERLIN, "2026-03-29T01:30:00Z", "gap"],
    // Clocks move forward by only half an hour, at 02:00.
    ["2026-10-04T02:15", LORD_HOWE, "2026-10-03T15:45:00Z", "gap"],
    // Samoa skipped a day.
    ["2011-12-30T12:00", "Pacific/Apia", "2011-12-30T22:00:00Z", "gap"],
    // Clocks move back, so the time occurs twice. The first of the two instants counts.
    ["2026-10-25T02:30", BERLIN, "2026-10-25T00:30:00Z", "overlap"],
    ["2026-04-05T01:45", LORD_HOWE, "2026-04-04T14:45:00Z", "overlap"],
  ])("%s in %s is %s (%s)", (text, zone, iso, adjusted) => {
    expect(fromLocalInput(text, zone)).toEqual({ ok: true, iso, adjusted });
  });

  it.each([
    ["", "Enter a date and time."],
    ["  ", "Enter a date and time."],
    ["2026-02-30T09:00", "2026-02-30 isn't a valid date."],
    ["2026-04-30T25:00", "25:00 isn't a valid time."],
    ["2026-04-30", "Enter a date and time like 2026-11-23T09:00."],
    ["tomorrow", "Enter a date and time like 2026-11-23T09:00."],
    ["2026-11-23T09:00Z", "Enter a date and time like 2026-11-23T09:00."],
  ])("rejects %j: %s", (text, message) => {
    expect(fromLocalInput(text, BERLIN)).toEqual({ ok: false, message });
  });

  it("rejects an unknown zone", () => {
    const message = "Unknown time zone “Mars/Base”.";
    expect(fromLocalInput("2026-11-23T09:00", "Mars/Base")).toEqual({ ok: false, message });
  });

  it.each([
    ["2026-11-23T09:00:59Z", NEW_YORK, "2026-11-23T04:00"],
    ["2026-11-23T00:30:00+01:00", "UTC", "2026-11-22T23:30"],
    ["soon", "UTC", ""],
    ["2026-11-23T09:00:00Z", "Mars/Base", ""],
  ])("%s in %s is shown as %j", (iso, zone, value) => {
    expect(toLocalInput(iso, zone)).toBe(value);
  });

  it("round-trips", () => {
    fc.assert(
      fc.property(minutesOfOurTime, zones, (instant, zone) => {
        const value = toLocalInput(toIso(instant), zone);
        const reading = fromLocalInput(value, zone);
        expect(reading.ok).toBe(true);
        if (!reading.ok) return;
        expect(toLocalInput(reading.iso, zone)).toBe(value);
        // Of two instants with the same local time, the first counts. All other times are unambiguous.
        const back = Date.parse(reading.iso);
        if (reading.adjusted === "overlap") expect(back).toBeLessThanOrEqual(instant.getTime());
        else expect(back).toBe(instant.getTime());
      }),
    );
  });

  it("changes a local time only when it doesn't exist", () => {
    fc.assert(
      fc.property(minutesOfOurTime, zones, (wall, zone) => {
        const value = wall.toISOString().slice(0, 16);
        const reading = fromLocalInput(value, zone);
        expect(reading.ok).toBe(true);
        if (!reading.ok) return;
        const shown = toLocalInput(reading.iso, zone);
        if (reading.adjusted === "gap") expect(shown > value).toBe(true);
        else expect(shown).toBe(value);
      }),
    );
  });
});

describe("dates in the browser's locale", () => {
  const iso = "2026-11-23T09:05:00Z";
  const now = new Date("2026-11-20T12:00:00Z");

  it.each([
    ["de", "23. Nov. 2026", /^Mo\.?, 23\. Nov\. 2026,? 09:05$/, "in 3 days"],
    ["en-US", "Nov 23, 2026", /^Mon, Nov 23, 2026,? 9:05\sAM$/, "in 3 days"],
    ["ar-EG", "٢٣ نوفمبر ٢٠٢٦", /٢٣ نوفمبر ٢٠٢٦.*٩:٠٥/, "in ٣ days"],
  ] as const)("%s: the day %s, and how far off it is in English", (locale, day, instant, relative) => {
    expect(formatDay(iso, { zone: "UTC", locale })).toBe(day);
    expect(formatInstant(iso, { zone: "UTC", locale })).toMatch(instant);
    expect(formatRelative(iso, now, { zone: "UTC", locale })).toBe(relative);
  });
});

it.each([
  ["en-US", "9:00 AM"],
  ["en-CA", "9:00 a.m."],
  ["en-GB", "09:00"],
  ["es-ES", "09:00"],
])("formats a time as time inputs do in %s", (locale, text) => {
  const iso = "2026-11-30T09:00:00Z";
  const plain = (formatted: string) => formatted.replace(/\s/g, " ");
  expect(plain(formatTimeOfDay({ hour: 9, minute: 0 }, locale))).toBe(text);
  expect(plain(formatInstant(iso, { zone: "UTC", locale }))).toContain(text);
  expect(plain(formatShortInstant(iso, new Date(iso), { zone: "UTC", locale }))).toContain(text);
});

it.each([
  [0, "12:30 AM"],
  [12, "12:30 PM"],
  [24, "12:30 AM"],
])("formats hour %d with a 12-hour clock", (hour, text) => {
  expect(formatTimeOfDay({ hour, minute: 30 }, "en-US").replace(/\s/g, " ")).toBe(text);
});

it.each([
  [0, "1 second"],
  [1_001, "2 seconds"],
  [125_000, "2 minutes 5 seconds"],
  [3_601_000, "1 hour 1 second"],
])("%i ms are %s", (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
