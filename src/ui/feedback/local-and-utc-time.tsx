import { Fragment } from "react";
import { formatInstant, formatUtc, localZone } from "@/lib/time/dates";
import classes from "./local-and-utc-time.module.css";

interface LocalAndUtcTimeProps {
  /** ISO 8601 with an offset. Null shows a dash. */
  readonly iso: string | null;
}

/** Shows a time in the browser's zone and in UTC, because printed pages have no tooltips. */
export function LocalAndUtcTime({ iso }: LocalAndUtcTimeProps) {
  if (iso === null) return "—";
  // In UTC, both texts are the same. The set removes the duplicate.
  const times = new Set([formatInstant(iso, { zone: localZone(), style: "long" }), formatUtc(iso)]);
  return [...times].map((time, index) => (
    <Fragment key={time}>
      {index > 0 && " · "}
      <span className={classes.time}>{time}</span>
    </Fragment>
  ));
}
