import { Group, Stack } from "@mantine/core";
import { memo, useDeferredValue, useMemo } from "react";
import { type Control, useWatch } from "react-hook-form";
import { type SendingRules, useHasUtcRule } from "@/data/capabilities/capabilities";
import {
  changeEffects,
  creationEffects,
  getSendMode,
  type SaveEffect,
  unprovenNote,
} from "@/data/subscriptions/save-effect-messages";
import { OccurrenceTable } from "@/features/subscriptions/detail/next-deliveries";
import { previewSchedule } from "@/features/subscriptions/schedule/subscription-occurrences";
import type {
  SubscriptionFormField,
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { toSchedule, toSubscriptionChange } from "@/features/subscriptions/schema/subscription-requests";
import { findFormIssues, validateNewRecipient } from "@/features/subscriptions/schema/validate-subscription";
import { joinRecipients } from "@/lib/recipients/recipients";
import { formatSchedule, formatScheduleEnd, type Schedule } from "@/lib/schedule/format-schedule";
import { lowerFirst } from "@/lib/text/normalize-text";
import { Notice } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { MailIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";

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
    <Stack gap={20} fz="sm" className={shared.anywhere}>
      <Stack component="section" gap="xs" aria-label="Schedule summary">
        <h3>Schedule</h3>
        {schedule === null ? (
          <p className={shared.dim}>Enter a valid start, interval, and end to see dates.</p>
        ) : (
          <ScheduleDescription schedule={schedule} zone={origin.zone} />
        )}
      </Stack>
      <Stack component="section" gap="xs" aria-label="When you save">
        <h3>When you save</h3>
        <Stack component="ul" gap={6} className={shared.list}>
          {effects.map((effect) => (
            <Group
              key={effect.text}
              component="li"
              gap="xs"
              wrap="nowrap"
              fw={effect.sends === false ? 400 : 600}
            >
              {effect.sends !== false && <MailIcon size={14} />}
              {effect.text}
            </Group>
          ))}
        </Stack>
        {note !== null && <p className={shared.dim}>{note}</p>}
        {delivery && (
          <p
            className={shared.dim}
          >{`If you choose “${sendNowLabel(origin.record === null)}”, ${lowerFirst(delivery.text)}`}</p>
        )}
      </Stack>
    </Stack>
  );
});

interface ScheduleDescriptionProps {
  readonly schedule: Schedule;
  readonly zone: string;
}

/** Compares schedules by value, because each key press creates a new object. */
const ScheduleDescription = memo(function PlainScheduleDescription(props: ScheduleDescriptionProps) {
  const { schedule, zone } = props;
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
          <OccurrenceTable dates={preview.next} zone={zone} />
          {preview.cutNote !== null && <p className={shared.dim}>{preview.cutNote}</p>}
        </>
      ) : (
        !preview.isExhausted && (
          <p className={shared.dim}>{preview.cutNote ?? "Can't preview this schedule."}</p>
        )
      )}
      {preview.clockWarning !== null && (
        <Notice tone="warning" title="Local delivery time will change">
          {preview.clockWarning}
        </Notice>
      )}
    </>
  );
}, haveSameSchedule);

function haveSameSchedule(before: ScheduleDescriptionProps, after: ScheduleDescriptionProps): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Returns the label of the button that saves and delivers immediately. */
export function sendNowLabel(isNew: boolean): string {
  return `${isNew ? "Create" : "Save"} and send now`;
}

/**
 * Returns the effects of saving these values. Ignores invalid recipients.
 * @param sendsNow whether the user requests an immediate delivery
 */
export function describeSaveEffects(
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
  rules: SendingRules,
  sendsNow: boolean,
): SaveEffect[] {
  const { record } = origin;
  const recipients = values.recipients.filter(
    (item) => validateNewRecipient(values.channel, item, origin) === null,
  );
  if (record !== null) {
    return changeEffects(record, toSubscriptionChange({ ...values, recipients }, origin), rules, sendsNow);
  }
  const body = {
    target_type: values.channel,
    target_value: joinRecipients(recipients),
    invite_message: values.message.trim(),
  };
  return creationEffects(body, getSendMode(rules, sendsNow));
}
