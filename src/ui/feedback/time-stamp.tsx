import type { ReactNode } from "react";
import { formatInstant, formatRelative, formatUtc, isValidInstant, localZone } from "@/lib/time/dates";
import { Tooltip } from "@/ui/primitives/tooltip";
import classes from "./time-stamp.module.css";

interface TimeStampProps {
  /** ISO 8601 with an offset. Null shows the fallback. */
  readonly iso: string | null;
  /** IANA time zone. Defaults to the browser's. */
  readonly zone?: string;
  /** Reference time for relative times. Defaults to the current time. */
  readonly now?: Date;
  readonly mode?: "relative" | "exact";
  readonly fallback?: ReactNode;
}

/** Shows an instant. The tooltip contains the time in the zone and in UTC. */
export function TimeStamp({ iso, zone, now, mode = "relative", fallback = "—" }: TimeStampProps) {
  if (iso === null) return fallback;
  if (!isValidInstant(iso)) return iso;
  const displayZone = zone ?? localZone();
  const text =
    mode === "relative"
      ? formatRelative(iso, now ?? new Date(), { zone: displayZone })
      : formatInstant(iso, { zone: displayZone });
  // In UTC, both texts are the same. The set removes the duplicate.
  const exact = new Set([formatInstant(iso, { zone: displayZone, style: "long" }), formatUtc(iso)]);
  return (
    <Tooltip label={[...exact].join("\n")}>
      <time dateTime={iso} className={classes.time}>
        {text}
      </time>
    </Tooltip>
  );
}
