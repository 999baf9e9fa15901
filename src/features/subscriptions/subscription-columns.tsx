import type { Subscription } from "@/contract/subscriptions";
import { scheduleWords } from "@/lib/schedule-words";
import { ChipList } from "@/ui/chips";
import type { Column } from "@/ui/data-table";
import { TimeStamp } from "@/ui/time-stamp";
import classes from "./subscription-columns.module.css";
import {
  personLabel,
  recipientLabel,
  recipientsOf,
  sourceLabel,
  stateOf,
  titleOf,
} from "./subscription-rules";
import { SubscriptionStatus } from "./subscription-state";

// More would be cut to bits; the rest is counted, and named in the hint.
const SHOWN_RECIPIENTS = 1;

/** The columns of the list. Times are counted from `now`; hours are those of `zone` (IANA). */
export function subscriptionColumns(zone: string, now: Date): readonly Column<Subscription>[] {
  return [
    { id: "title", header: "Title", width: "18%", cell: (record) => <TitleCell record={record} /> },
    { id: "source", header: "Source", width: "126px", cell: sourceLabel },
    {
      id: "recipients",
      header: "Recipients",
      width: "15%",
      cell: (record) => <RecipientsCell record={record} />,
    },
    {
      id: "schedule",
      header: "Schedule",
      cell: (record) => <ScheduleCell record={record} zone={zone} />,
    },
    {
      id: "next",
      header: "Next delivery",
      width: "112px",
      cell: (record) => (
        <TimeStamp iso={record.deleted ? null : record.next_delivery_date} zone={zone} now={now} />
      ),
    },
    {
      id: "author",
      header: "Created by",
      width: "144px",
      phone: "hidden",
      cell: (record) => personLabel(record.created_by) ?? "—",
    },
    {
      id: "state",
      header: "State",
      width: "98px",
      cell: (record) => <SubscriptionStatus reading={stateOf(record, now)} />,
    },
  ];
}

function TitleCell({ record }: { readonly record: Subscription }) {
  const { text, isMade } = titleOf(record);
  return <span className={isMade ? classes.made : undefined}>{text}</span>;
}

function RecipientsCell({ record }: { readonly record: Subscription }) {
  const items = recipientsOf(record).map((item) => ({ label: recipientLabel(record.target_type, item) }));
  if (items.length === 0) return "—";
  return <ChipList items={items} max={SHOWN_RECIPIENTS} label="Recipients" />;
}

function ScheduleCell({ record, zone }: { readonly record: Subscription; readonly zone: string }) {
  return scheduleWords(record, { zone, at: record.next_delivery_date });
}
