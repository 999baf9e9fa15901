import { Box, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import {
  formatInstant,
  formatRelative,
  formatUtc,
  isValidInstant,
  localZone,
  parseInstant,
} from "@/lib/time/dates";
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
  /** Whether the instant is a past event, which is never shown in the future, even if `now` or a clock is behind. */
  readonly isPast?: boolean;
}

/** Shows an instant. The tooltip contains the time in the zone and in UTC. */
export function TimeStamp({
  iso,
  zone,
  now,
  mode = "relative",
  fallback = "—",
  isPast = false,
}: TimeStampProps) {
  if (iso === null) return fallback;
  if (!isValidInstant(iso)) return iso;
  const displayZone = zone ?? localZone();
  const time = isPast ? (parseInstant(iso)?.getTime() ?? 0) : 0;
  const reference = new Date(Math.max((now ?? new Date()).getTime(), time));
  const text =
    mode === "relative"
      ? formatRelative(iso, reference, { zone: displayZone })
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

/**
 * Shows a time in the browser's zone and in UTC, because printed pages have no tooltips.
 * @param iso ISO 8601 with an offset. Null shows a dash.
 */
export function LocalAndUtcTime({ iso }: { readonly iso: string | null }) {
  if (iso === null) return "—";
  const local = formatInstant(iso, { zone: localZone(), style: "long" });
  const utc = formatUtc(iso);
  if (local === utc) return local;
  return (
    <>
      {local} {/* In a narrow column, the line breaks before the second time instead of within it. */}
      <Box component="span" display="inline-block">
        ({utc})
      </Box>
    </>
  );
}
