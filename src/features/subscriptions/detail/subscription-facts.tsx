import { useMemo } from "react";
import { getRaw } from "@/contract/parsers";
import type { Subscription } from "@/contract/subscriptions";
import { isSourceMissing } from "@/data/catalog/source-labels";
import { useSourceNames } from "@/data/catalog/source-names";
import { useSourceUrl } from "@/data/catalog/source-urls";
import {
  describeSubscriptionState,
  getNextDelivery,
  getRecipients,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import { SubscriptionStatus } from "@/features/subscriptions/model/subscription-status";
import { PauseNotice } from "@/features/subscriptions/pause/pause-notice";
import { OccurrenceTable } from "@/features/subscriptions/schedule/occurrence-table";
import {
  differsFromServed,
  previewSchedule,
} from "@/features/subscriptions/schedule/subscription-occurrences";
import { channelLabel } from "@/lib/recipients/channels";
import { isWebUrl } from "@/lib/recipients/recipient-text";
import { recipientHint } from "@/lib/recipients/recipients";
import { formatSchedule, formatScheduleEnd } from "@/lib/schedule/format-schedule";
import { pluralize } from "@/lib/text/numbers";
import { personLabel } from "@/lib/text/person-label";
import { formatInstant, formatUtc, localZone } from "@/lib/time/dates";
import { CopyButton } from "@/ui/feedback/copy-button";
import { RawJson } from "@/ui/feedback/raw-json";
import { Notice } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { useNow } from "@/ui/hooks/use-now";
import { KeyValueList } from "@/ui/primitives/key-value";
import { MaskedText } from "@/ui/primitives/masked-text";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { Section } from "@/ui/primitives/section";
import { ChangeHistory } from "./change-history";
import classes from "./subscription-facts.module.css";

interface SubscriptionFactsProps {
  readonly record: Subscription;
  readonly isRefetching?: boolean;
}

export function SubscriptionFacts({ record, isRefetching = false }: SubscriptionFactsProps) {
  const now = useNow();
  const zone = localZone();
  const { names } = useSourceNames();
  const reading = describeSubscriptionState(record, now);
  return (
    <div className={classes.facts}>
      <ProgressLine isActive={isRefetching} label="Updating subscription…" />
      {reading.state === "paused" && (
        <PauseNotice record={record} explanation={reading.explanation} now={now} />
      )}
      {reading.state !== "active" && reading.state !== "paused" && (
        <Notice tone={reading.state === "overdue" ? "warning" : "info"} title={reading.label}>
          {reading.explanation}
        </Notice>
      )}
      <Section title="Overview">
        <KeyValueList
          items={[
            { label: "State", value: <SubscriptionStatus reading={reading} /> },
            {
              label: "Title",
              value: record.title || `Untitled, shown as “${subscriptionTitle(record, names).text}”`,
            },
            { label: "Source", value: <SourceLink record={record} /> },
            { label: "Channel", value: channelLabel(record.target_type) },
          ]}
        />
      </Section>
      <Section title="Schedule">
        <KeyValueList items={scheduleFacts(record, zone)} />
      </Section>
      <NextDeliveries record={record} now={now} zone={zone} />
      <Recipients record={record} />
      <ChangeHistory id={record.id} />
      <Section title="Details">
        <KeyValueList items={recordFacts(record)} />
        <RawJson value={getRaw(record)} label="Show raw response" />
      </Section>
    </div>
  );
}

/** Links to the source on the server, where its address is known. */
function SourceLink({ record }: { readonly record: Subscription }) {
  const { names } = useSourceNames();
  const url = useSourceUrl()(record);
  const label = subscriptionSourceLabel(record, names);
  return url === null || isSourceMissing(record, names) ? (
    label
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      {label}
    </a>
  );
}

/** Shows both zones in text, so that they also appear in print. */
function formatInBothZones(iso: string, zone: string): string {
  return `${formatInstant(iso, { zone, style: "long" })} · ${formatUtc(iso)}`;
}

function scheduleFacts(record: Subscription, zone: string) {
  return [
    { label: "Repeats", value: formatSchedule(record, { zone, at: record.next_delivery_date }) },
    { label: "Server summary", value: record.summary || "—" },
    { label: "Start", value: formatInBothZones(record.start_date, zone) },
    { label: "End", value: formatScheduleEnd(record, { zone }) ?? "Never" },
    ...(record.until_date === null
      ? []
      : [{ label: "No later than", value: formatInBothZones(record.until_date, zone) }]),
  ];
}

function recordFacts(record: Subscription) {
  return [
    { label: "ID", value: String(record.id) },
    { label: "Created", value: <TimeStamp iso={record.created_at} mode="exact" /> },
    { label: "Created by", value: personLabel(record.created_by) ?? "Unknown" },
    { label: "Message", value: record.invite_message || "Not stored by the server" },
  ];
}

interface NextDeliveriesProps {
  readonly record: Subscription;
  readonly now: Date;
  readonly zone: string;
}

function NextDeliveries({ record, now, zone }: NextDeliveriesProps) {
  const preview = useMemo(() => previewSchedule(record, now, zone), [record, now, zone]);
  const servedNextRun = getNextDelivery(record);
  return (
    <Section title="Next deliveries">
      <KeyValueList
        items={[
          {
            label: "Scheduled",
            value: servedNextRun === null ? "None" : formatInBothZones(servedNextRun, zone),
          },
        ]}
      />
      {differsFromServed(record, now) && (
        <Notice tone="warning" title="Next delivery doesn't match">
          Server: {servedNextRun === null ? "none" : formatUtc(servedNextRun)}. Calculated from the schedule:{" "}
          {preview.next[0] === undefined ? "none" : formatUtc(preview.next[0])}.
        </Notice>
      )}
      {record.deleted || record.enabled === false ? (
        <p className={classes.note}>No deliveries while {record.deleted ? "in Trash" : "paused"}.</p>
      ) : (
        <ComputedDeliveries preview={preview} zone={zone} />
      )}
    </Section>
  );
}

function ComputedDeliveries({
  preview,
  zone,
}: {
  readonly preview: ReturnType<typeof previewSchedule>;
  readonly zone: string;
}) {
  if (preview.next.length === 0) {
    return (
      <p className={classes.note}>
        {preview.isExhausted ? "No deliveries left." : "Can't preview this schedule."}
      </p>
    );
  }
  return (
    <>
      <p className={classes.note}>Calculated from the schedule:</p>
      <OccurrenceTable dates={preview.next} zone={zone} label="Next deliveries" />
      {preview.clockWarning !== null && <p className={classes.note}>{preview.clockWarning}</p>}
    </>
  );
}

function Recipients({ record }: { readonly record: Subscription }) {
  const recipients = getRecipients(record);
  const title =
    record.target_type === "email" ? pluralize(recipients.length, "recipient", "recipients") : "Recipient";
  return (
    <Section
      title={title}
      {...(recipients.length > 0 && {
        actions: (
          <CopyButton value={recipients.map((item) => item.trim()).join(", ")} label="Copy recipients" />
        ),
      })}
    >
      {recipients.length === 0 ? (
        <p className={classes.note}>No recipients.</p>
      ) : (
        <ul className={classes.recipients}>
          {recipients.map((item, index) => (
            // The server may have the same address twice.
            <li key={`${index} ${item}`}>
              {isWebUrl(item.trim()) ? (
                <MaskedText
                  mask={recipientHint(record.target_type, item)}
                  text={item.trim()}
                  noun="webhook address"
                />
              ) : record.target_type === "email" ? (
                item.trim()
              ) : (
                recipientHint(record.target_type, item)
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
