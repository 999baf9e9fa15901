import type { ReactNode } from "react";
import { formatInstant, formatRelative, formatUtc, isValidInstant, localZone } from "@/lib/time/dates";
import { Tooltip } from "@/ui/primitives/tooltip";
import classes from "./time-stamp.module.css";

interface TimeStampProps {
  /** ISO 8601 with an offset; null shows the fallback. */
  readonly iso: string | null;
  /** IANA zone, the browser's own by default. */
  readonly zone?: string;
  /** Relative times are counted from here, the present by default. */
  readonly now?: Date;
  readonly mode?: "relative" | "exact";
  readonly fallback?: ReactNode;
}

/** An instant in words. The hint gives it exactly, in the person's zone and in UTC. */
export function TimeStamp({ iso, zone, now, mode = "relative", fallback = "—" }: TimeStampProps) {
  if (iso === null) return fallback;
  if (!isValidInstant(iso)) return iso;
  const displayZone = zone ?? localZone();
  const text =
    mode === "relative"
      ? formatRelative(iso, now ?? new Date(), { zone: displayZone })
      : formatInstant(iso, { zone: displayZone });
  // In a zone that is UTC both lines are the same.
  const exact = new Set([formatInstant(iso, { zone: displayZone, style: "long" }), formatUtc(iso)]);
  return (
    <Tooltip label={[...exact].join("\n")}>
      <time dateTime={iso} className={classes.time}>
        {text}
      </time>
    </Tooltip>
  );
}
