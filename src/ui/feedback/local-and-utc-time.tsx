import { formatInstant, formatUtc, localZone } from "@/lib/time/dates";
import classes from "./local-and-utc-time.module.css";

interface LocalAndUtcTimeProps {
  /** ISO 8601 with an offset. Null shows a dash. */
  readonly iso: string | null;
}

/** Shows a time in the browser's zone and in UTC, because printed pages have no tooltips. */
export function LocalAndUtcTime({ iso }: LocalAndUtcTimeProps) {
  if (iso === null) return "—";
  const local = formatInstant(iso, { zone: localZone(), style: "long" });
  const utc = formatUtc(iso);
  if (local === utc) return local;
  return (
    <>
      {local} <span className={classes.utc}>({utc})</span>
    </>
  );
}
