import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { getRaw } from "@/api/parsers";
import { canPauseRecord, type Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { storeResumeDate, useResumeDates } from "@/data/browser-storage/project-settings";
import { useCheckSources } from "@/data/catalog/check-sources";
import { isSourceMissing } from "@/data/catalog/source-labels";
import { useSourceNames, useSourceUrl } from "@/data/catalog/source-names";
import { CHANGE_KIND_LABELS, formatFieldChange } from "@/data/changes/change-labels";
import { journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { useKnownPeople } from "@/data/people/known-people";
import {
  getRecipients,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import { explainsOverdue } from "@/features/subscriptions/deliveries/delivery-messages";
import {
  LastDeliveryNotice,
  PAST_DELIVERIES_ID,
  useLastDelivery,
} from "@/features/subscriptions/deliveries/last-delivery";
import { PastDeliveries } from "@/features/subscriptions/deliveries/past-deliveries";
import {
  describeSubscriptionState,
  getNextDelivery,
} from "@/features/subscriptions/model/subscription-rules";
import {
  SUBSCRIPTION_STATE_TONES,
  SubscriptionStatus,
} from "@/features/subscriptions/model/subscription-status";
import { isResumeDue, reminderMessage } from "@/features/subscriptions/pause/pause-actions";
import { ResumeDateField } from "@/features/subscriptions/pause/resume-date-field";
import {
  channelLabel,
  isWebUrl,
  normalizeAddress,
  recipientHint,
  recipientLabel,
} from "@/lib/recipients/recipients";
import { describeInvalidRecipient } from "@/lib/recipients/validate-recipient";
import { formatSchedule, formatScheduleEnd } from "@/lib/schedule/format-schedule";
import { personLabel } from "@/lib/text/normalize-text";
import { pluralize } from "@/lib/text/numbers";
import { formatInstant, localZone } from "@/lib/time/dates";
import { CopyButton, RawJson } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { LocalAndUtcTime, TimeStamp, useNow } from "@/ui/feedback/time-stamp";
import { TwoColumns } from "@/ui/page/page";
import { KeyValueList, Section } from "@/ui/primitives/section";
import { MaskedText } from "@/ui/primitives/source-lines";
import { ProgressLine } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import { ChangeLog } from "@/ui/virtual-list/change-log";
import { NextDeliveries } from "./next-deliveries";
import classes from "./recipient-list.module.css";

const NOTICE_TONES = { positive: "info", neutral: "info", warning: "warning", danger: "danger" } as const;

interface SubscriptionFactsProps {
  readonly record: Subscription;
  readonly isRefetching: boolean;
}

export function SubscriptionFacts({ record, isRefetching }: SubscriptionFactsProps) {
  const now = useNow();
  const zone = localZone();
  const { names } = useSourceNames();
  const dates = useResumeDates(useApi());
  const reading = describeSubscriptionState(record, now, names);
  const isUnsent = reading.state === "overdue" || reading.state === "never";
  useCheckSources(useMemo(() => (isUnsent ? [record] : []), [isUnsent, record]));
  const lastDelivery = useLastDelivery(record, !record.deleted);
  const isExplained =
    reading.state === "overdue" && lastDelivery !== null && explainsOverdue(lastDelivery, record);
  return (
    <Stack gap="sm" maw={1240}>
      <ProgressLine isActive={isRefetching} label="Updating subscription" />
      <Group component="p" className={shared.anywhere} gap="2px 12px" align="baseline" fz="lg">
        {subscriptionSummary(record, now, zone)}{" "}
        <SubscriptionStatus reading={reading} detail={reminderMessage(record, dates, now) ?? undefined} />
      </Group>
      <TwoColumns
        aside={
          <Section title="Details">
            <Details record={record} zone={zone} isOverdue={reading.state === "overdue"} />
            <RawJson value={getRaw(record)} />
          </Section>
        }
      >
        {lastDelivery && <LastDeliveryNotice delivery={lastDelivery} record={record} now={now} />}
        {reading.state === "paused" && (
          <PauseNotice record={record} explanation={reading.explanation} now={now} />
        )}
        {reading.state !== "active" && reading.state !== "paused" && !isExplained && (
          <Notice tone={NOTICE_TONES[SUBSCRIPTION_STATE_TONES[reading.state]]}>{reading.explanation}</Notice>
        )}
        <RecipientList record={record} />
        <NextDeliveries record={record} state={reading.state} now={now} zone={zone} />
        {canPauseRecord(record) && (
          <div id={PAST_DELIVERIES_ID} tabIndex={-1}>
            <PastDeliveries key={record.id} id={record.id} />
          </div>
        )}
        <ChangeHistory id={record.id} />
      </TwoColumns>
    </Stack>
  );
}

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

interface DetailsProps {
  readonly record: Subscription;
  /** IANA zone of the times. */
  readonly zone: string;
  readonly isOverdue: boolean;
}

function Details({ record, zone, isOverdue }: DetailsProps) {
  const { names } = useSourceNames();
  const { next_delivery_date: nextDelivery, until_date: untilDate } = record;
  return (
    <KeyValueList
      items={[
        { label: "Source", value: <SourceLink record={record} /> },
        ...(record.title
          ? []
          : [{ label: "Title", value: `Untitled, shown as “${subscriptionTitle(record, names).text}”` }]),
        ...(isOverdue && nextDelivery
          ? [{ label: "Was due", value: <LocalAndUtcTime iso={nextDelivery} /> }]
          : []),
        { label: "Starts", value: <LocalAndUtcTime iso={record.start_date} /> },
        {
          label: "Ends",
          value:
            untilDate === null ? (
              (formatScheduleEnd(record, { zone }) ?? "Never")
            ) : (
              <LocalAndUtcTime iso={untilDate} />
            ),
        },
        { label: "Message", value: record.invite_message || "Not stored by the server" },
        { label: "Created by", value: personLabel(record.created_by) ?? "Unknown" },
        { label: "Created", value: <TimeStamp iso={record.created_at} mode="exact" /> },
        { label: "ID", value: String(record.id) },
      ]}
    />
  );
}

function ChangeHistory({ id }: { readonly id: number }) {
  const { data = [] } = useQuery(journalQueries.record(useApi(), id));
  const { names } = useSourceNames();
  useJournalUpdates();
  return (
    <ChangeLog
      entries={data.map((entry) => ({
        ...entry,
        label: CHANGE_KIND_LABELS[entry.kind],
        details:
          entry.kind === "changed" ? entry.changes.map((change) => formatFieldChange(change, names)) : [],
      }))}
    />
  );
}

/**
 * Summarizes a subscription, such as "Every Monday at 09:00 by email to 4 recipients. Next
 * delivery: Mon, Nov 30, 09:00."
 * @param zone IANA zone of the times
 */
function subscriptionSummary(record: Subscription, now: Date, zone: string): string {
  const end = formatScheduleEnd(record, { zone });
  const schedule = formatSchedule(record, { zone, at: record.next_delivery_date });
  const next = getNextDelivery(record, now);
  return [
    `${schedule} ${formatDestination(record)}${end === null ? "" : `, ${end}`}.`,
    ...(next !== null ? [`Next delivery: ${formatInstant(next, { zone, now })}.`] : []),
  ].join(" ");
}

function formatDestination(record: Subscription): string {
  const { target_type: channel } = record;
  const recipients = getRecipients(record);
  const [first] = recipients;
  if (first === undefined) return "with no recipients";
  if (channel === "email") return `by email to ${pluralize(recipients.length, "recipient", "recipients")}`;
  if (channel === "webhook") return "to a webhook";
  return `to ${recipientLabel(channel, first)} (${channelLabel(channel)})`;
}

interface PauseNoticeProps {
  readonly record: Subscription;
  readonly explanation: string;
  readonly now: Date;
}

/** Explains why a record is paused. Lets the user set a reminder. */
function PauseNotice({ record, explanation, now }: PauseNoticeProps) {
  const api = useApi();
  const dates = useResumeDates(api);
  const [storageError, setStorageError] = useState<string | null>(null);
  const isDue = isResumeDue(record, dates, now, localZone());
  return (
    <Notice tone={isDue ? "warning" : "info"} {...(isDue && { title: "Reminder to resume" })}>
      <Stack gap="sm" maw={320}>
        <p>{explanation}</p>
        <ResumeDateField
          value={dates.get(record.id) ?? ""}
          error={storageError ?? undefined}
          onChange={(day) => setStorageError(storeResumeDate(api, [record.id], day || null))}
        />
      </Stack>
    </Notice>
  );
}

function RecipientList({ record }: { readonly record: Subscription }) {
  const recipients = getRecipients(record).map((recipient) => recipient.trim());
  const nameOf = useNames();
  const channel = record.target_type;
  const isEmail = channel === "email";
  return (
    <Section
      title={
        isEmail
          ? pluralize(recipients.length, "recipient", "recipients")
          : `Recipient (${channelLabel(channel)})`
      }
      {...(recipients.length > 0 && {
        actions: <CopyButton value={recipients.join(", ")} label="Copy recipients" />,
      })}
    >
      {recipients.length === 0 ? (
        <p className={shared.hint}>No recipients.</p>
      ) : (
        <ul className={`${shared.list} ${classes.list}`}>
          {recipients.map((recipient, index) => {
            const name = isEmail ? nameOf(recipient) : undefined;
            const issue = describeInvalidRecipient(channel, recipient);
            return (
              // The key includes the index, because the server may list an address twice.
              <li
                key={`${index} ${recipient}`}
                className={classes.recipient}
                data-email={isEmail || undefined}
                data-named={name !== undefined || undefined}
              >
                {isEmail && <span className={classes.name}>{name}</span>}
                {isWebUrl(recipient) ? (
                  // A webhook URL is a secret, so it is masked until the user shows it.
                  <MaskedText mask={recipientHint(channel, recipient)} text={recipient} noun="webhook URL" />
                ) : (
                  <span translate="no">{isEmail ? recipient : recipientHint(channel, recipient)}</span>
                )}
                {issue !== null && <span className={classes.issue}>{issue}</span>}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

/**
 * Returns a function that finds a person's name by address. Its result is undefined if the name is
 * unknown or equals the address.
 */
function useNames(): (address: string) => string | undefined {
  const people = useKnownPeople();
  const names = useMemo(
    () => new Map(people.map(({ email, name }) => [normalizeAddress(email), name])),
    [people],
  );
  return (address) => {
    const name = names.get(normalizeAddress(address));
    return name === address ? undefined : name;
  };
}
