import { useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useHasUtcRule } from "@/data/capabilities/capabilities";
import type { SubscriptionState } from "@/features/subscriptions/model/subscription-rules";
import { getDueDate, getNextDelivery } from "@/features/subscriptions/model/subscription-rules";
import {
  differsFromServed,
  previewSchedule,
} from "@/features/subscriptions/schedule/subscription-occurrences";
import { formatInstant } from "@/lib/time/dates";
import { Notice } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import classes from "./next-deliveries.module.css";

interface NextDeliveriesProps {
  readonly record: Subscription;
  readonly state: SubscriptionState;
  readonly now: Date;
  /** IANA zone of the times. */
  readonly zone: string;
}

/** Notes for states in which the server sends nothing, whatever the schedule is. */
const IDLE_NOTES = new Map<SubscriptionState, string>([
  ["deleted", "No deliveries while in Trash."],
  ["paused", "No deliveries while paused."],
  ["never", "None. The server never sends this subscription."],
]);

export function NextDeliveries({ record, state, now, zone }: NextDeliveriesProps) {
  const hasUtcRule = useHasUtcRule(record);
  const preview = useMemo(
    () => previewSchedule(record, now, { zone, hasUtcRule }),
    [record, now, zone, hasUtcRule],
  );
  const idleNote = IDLE_NOTES.get(state);
  const isDifferent = idleNote === undefined && differsFromServed(record, now);
  const next = getNextDelivery(record, now);
  const served = next === null ? [] : [next];
  const { dates, note } =
    idleNote !== undefined
      ? { dates: [], note: idleNote }
      : isDifferent
        ? { dates: served, note: null }
        : describePreview(preview, served);
  return (
    <Section title="Next deliveries">
      {isDifferent && (
        <Notice tone="warning" title="Next delivery doesn't match the schedule">
          Server: {formatNextRun(getDueDate(record), zone)}. Calculated from the schedule:{" "}
          {formatNextRun(preview.next[0] ?? null, zone)}.
        </Notice>
      )}
      {dates.length > 0 && <OccurrenceTable dates={dates} zone={zone} />}
      {note !== null && <p className={`${shared.hint} ${classes.note}`}>{note}</p>}
    </Section>
  );
}

/** Returns the dates to list and a note. Without computed dates, lists those from the server. */
function describePreview(preview: ReturnType<typeof previewSchedule>, served: readonly string[]) {
  const { next, isExhausted, clockWarning, cutNote } = preview;
  if (next.length > 0) {
    const notes = ["Calculated from the schedule.", clockWarning, cutNote];
    return { dates: next, note: notes.filter(Boolean).join(" ") };
  }
  if (isExhausted) return { dates: [], note: "No deliveries left." };
  return { dates: served, note: cutNote ?? "Can't preview this schedule." };
}

/** Formats a delivery in the zone of the table below. */
function formatNextRun(iso: string | null, zone: string): string {
  return iso === null ? "none" : formatInstant(iso, { zone, style: "long" });
}

interface OccurrenceTableProps {
  /** ISO 8601 in UTC. */
  readonly dates: readonly string[];
  /** IANA time zone. */
  readonly zone: string;
}

export function OccurrenceTable({ dates, zone }: OccurrenceTableProps) {
  const now = useNow();
  const format = (iso: string, shownZone: string) => formatInstant(iso, { zone: shownZone, now });
  const hasUtcColumn = zone !== "UTC";
  return (
    <table className={classes.table} aria-label="Next deliveries">
      <thead>
        <tr>
          <th scope="col">{zone}</th>
          {hasUtcColumn && <th scope="col">UTC</th>}
        </tr>
      </thead>
      <tbody>
        {dates.map((iso) => (
          <tr key={iso}>
            <td>
              <time dateTime={iso}>{format(iso, zone)}</time>
            </td>
            {hasUtcColumn && <td>{format(iso, "UTC")}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
