import { useMemo } from "react";
import { getRaw } from "@/contract/parsers";
import type { Subscription } from "@/contract/subscriptions";
import { useResumeDates } from "@/data/browser-storage/resume-dates";
import { useCheckSources } from "@/data/catalog/check-sources";
import { isSourceMissing } from "@/data/catalog/source-labels";
import { useSourceNames } from "@/data/catalog/source-names";
import { useSourceUrl } from "@/data/catalog/source-urls";
import { useApi } from "@/data/client/api-context";
import { explainsOverdue } from "@/features/subscriptions/deliveries/delivery-messages";
import { LastDeliveryNotice, useLastDelivery } from "@/features/subscriptions/deliveries/last-delivery";
import { LazyPastDeliveries } from "@/features/subscriptions/deliveries/lazy-past-deliveries";
import {
  describeSubscriptionState,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import {
  SUBSCRIPTION_STATE_TONES,
  SubscriptionStatus,
} from "@/features/subscriptions/model/subscription-status";
import { PauseNotice } from "@/features/subscriptions/pause/pause-notice";
import { reminderMessage } from "@/features/subscriptions/pause/resume-reminder";
import { formatScheduleEnd } from "@/lib/schedule/format-schedule-end";
import { personLabel } from "@/lib/text/person-label";
import { localZone } from "@/lib/time/dates";
import { RawJson } from "@/ui/feedback/raw-json";
import { Notice } from "@/ui/feedback/states";
import { LocalAndUtcTime, TimeStamp } from "@/ui/feedback/time-stamp";
import { useNow } from "@/ui/hooks/use-now";
import { TwoColumns } from "@/ui/page/two-columns";
import { KeyValueList } from "@/ui/primitives/key-value-list";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { Section } from "@/ui/primitives/section";
import { ChangeHistory } from "./change-history";
import { NextDeliveries } from "./next-deliveries";
import { RecipientList } from "./recipient-list";
import classes from "./subscription-facts.module.css";
import { subscriptionSummary } from "./subscription-summary-messages";

const NOTICE_TONES = { positive: "info", neutral: "info", warning: "warning", danger: "danger" } as const;

interface SubscriptionFactsProps {
  readonly record: Subscription;
  readonly isRefetching?: boolean;
}

export function SubscriptionFacts({ record, isRefetching = false }: SubscriptionFactsProps) {
  const now = useNow();
  const zone = localZone();
  const { names } = useSourceNames();
  const { dates } = useResumeDates(useApi());
  const reading = describeSubscriptionState(record, now, names);
  const isUnsent = reading.state === "overdue" || reading.state === "never";
  useCheckSources(useMemo(() => (isUnsent ? [record] : []), [isUnsent, record]));
  const lastDelivery = useLastDelivery(record, !record.deleted);
  const isExplained =
    reading.state === "overdue" && lastDelivery !== null && explainsOverdue(lastDelivery, record);
  return (
    <div className={classes.facts}>
      <ProgressLine isActive={isRefetching} label="Updating subscription" />
      <p className={classes.summary}>
        {subscriptionSummary(record, now, zone)}{" "}
        <SubscriptionStatus reading={reading} detail={reminderMessage(record, dates, now) ?? undefined} />
      </p>
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
        <LazyPastDeliveries record={record} />
        <ChangeHistory id={record.id} />
      </TwoColumns>
    </div>
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
