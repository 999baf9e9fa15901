import { memo, useDeferredValue, useMemo } from "react";
import { type Control, useWatch } from "react-hook-form";
import { type SendingRules, useHasUtcRule } from "@/data/capabilities/capabilities";
import { unprovenNote } from "@/data/subscriptions/save-effect-messages";
import { OccurrenceTable } from "@/features/subscriptions/schedule/occurrence-table";
import { previewSchedule } from "@/features/subscriptions/schedule/subscription-occurrences";
import { describeSaveEffects } from "@/features/subscriptions/schema/save-effects";
import { findFormIssues } from "@/features/subscriptions/schema/subscription-form-schema";
import type {
  SubscriptionFormField,
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { toSchedule } from "@/features/subscriptions/schema/subscription-requests";
import { formatSchedule, type Schedule } from "@/lib/schedule/format-schedule";
import { formatScheduleEnd } from "@/lib/schedule/format-schedule-end";
import { Notice } from "@/ui/feedback/states";
import { useNow } from "@/ui/hooks/use-now";
import { MailIcon } from "@/ui/theme/icons";
import { sendNowNote } from "./form-messages";
import classes from "./subscription-preview.module.css";

interface PreviewProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
  readonly rules: SendingRules;
}

/** Shows the schedule and the effects of saving. Deferred, so that it never blocks the form or typing. */
export function SubscriptionPreview({ control, origin, rules }: PreviewProps) {
  const watchedValues = useWatch({ control });
  const values = useMemo(() => ({ ...origin.values, ...watchedValues }), [origin, watchedValues]);
  const deferredValues = useDeferredValue(values);
  return <ValuesPreview values={deferredValues} origin={origin} rules={rules} />;
}

const TIME_FIELDS: ReadonlySet<SubscriptionFormField> = new Set([
  "interval",
  "start",
  "end",
  "until",
  "count",
]);

interface ValuesPreviewProps {
  readonly values: SubscriptionFormValues;
  readonly origin: SubscriptionFormOrigin;
  readonly rules: SendingRules;
}

const ValuesPreview = memo(function PreviewOf({ values, origin, rules }: ValuesPreviewProps) {
  const schedule = findFormIssues(values, origin).some(({ field }) => TIME_FIELDS.has(field))
    ? null
    : toSchedule(values, origin);
  const effects = describeSaveEffects(values, origin, rules, false);
  const note = unprovenNote(effects);
  const delivery = rules.acceptsSendTestNow
    ? describeSaveEffects(values, origin, rules, true).find(
        ({ sends, isOverdue }) => sends === true && !isOverdue,
      )
    : undefined;
  return (
    <div className={classes.preview}>
      <section aria-label="Schedule summary">
        <h3>Schedule</h3>
        {schedule === null ? (
          <p className={classes.note}>Enter a valid start, interval, and end to see dates.</p>
        ) : (
          <ScheduleDescription schedule={schedule} zone={origin.zone} />
        )}
      </section>
      <section aria-label="When you save">
        <h3>When you save</h3>
        <ul className={classes.effects}>
          {effects.map((effect) => (
            <li key={effect.text} data-sends={effect.sends !== false || undefined}>
              {effect.sends !== false && <MailIcon size={14} />}
              {effect.text}
            </li>
          ))}
        </ul>
        {note !== null && <p className={classes.note}>{note}</p>}
        {delivery && (
          <p className={classes.note}>{sendNowNote(origin.record === null ? "create" : "save", delivery)}</p>
        )}
      </section>
    </div>
  );
});

interface ScheduleDescriptionProps {
  readonly schedule: Schedule;
  readonly zone: string;
}

function PlainScheduleDescription({ schedule, zone }: ScheduleDescriptionProps) {
  const now = useNow();
  const hasUtcRule = useHasUtcRule(null);
  const preview = useMemo(
    () => previewSchedule(schedule, now, { zone, hasUtcRule }),
    [schedule, now, zone, hasUtcRule],
  );
  const end = formatScheduleEnd(schedule, { zone });
  return (
    <>
      <p>
        {formatSchedule(schedule, { zone, at: preview.next[0] ?? null })}
        {end !== null && `, ${end}`}
      </p>
      {preview.isExhausted && (
        <Notice tone="warning" title="No scheduled deliveries">
          The schedule has no deliveries left. Change its days or its end.
        </Notice>
      )}
      {preview.next.length > 0 ? (
        <>
          <h3>Next deliveries</h3>
          <OccurrenceTable dates={preview.next} zone={zone} label="Next deliveries" />
          {preview.cutNote !== null && <p className={classes.note}>{preview.cutNote}</p>}
        </>
      ) : (
        !preview.isExhausted && (
          <p className={classes.note}>{preview.cutNote ?? "Can't preview this schedule."}</p>
        )
      )}
      {preview.clockWarning !== null && (
        <Notice tone="warning" title="Local delivery time will change">
          {preview.clockWarning}
        </Notice>
      )}
    </>
  );
}

/** Compares schedules by value, because each key press creates a new object. */
const ScheduleDescription = memo(
  PlainScheduleDescription,
  (before, after) =>
    before.zone === after.zone && JSON.stringify(before.schedule) === JSON.stringify(after.schedule),
);
