import type { Subscription } from "@/contract/subscriptions";
import { sourceNameOf } from "@/data/catalog/source-labels";
import {
  describeSubscriptionState,
  getNextDelivery,
  getRecipients,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import { SubscriptionStatus } from "@/features/subscriptions/model/subscription-status";
import { channelLabel } from "@/lib/recipients/channels";
import { recipientLabel } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { personLabel } from "@/lib/text/person-label";
import { formatDay } from "@/lib/time/dates";
import type { Column } from "@/ui/data-table/data-table-types";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { TagList } from "@/ui/form/tags";
import classes from "./subscription-columns.module.css";

// The column fits one; the others are counted and listed in the tooltip.
const MAX_SHOWN_RECIPIENTS = 1;

export const SUBSCRIPTION_LEAD_COLUMN = "title";

/** Columns shown besides the title when the URL names none. */
export const DEFAULT_SUBSCRIPTION_COLUMNS = [
  "source",
  "recipients",
  "schedule",
  "next",
  "author",
  "state",
] as const;

/** Storage key of the column widths. */
export const SUBSCRIPTION_WIDTHS_KEY = "subscriptions";

/** Returns all columns. `now` is the base of relative times, `zone` an IANA time zone. */
export function subscriptionColumns(
  zone: string,
  now: Date,
  names: ReferenceNames,
): readonly Column<Subscription>[] {
  const formatMoment = (iso: string | null) => <TimeStamp iso={iso} zone={zone} now={now} />;
  const columns: readonly Column<Subscription>[] = [
    {
      id: SUBSCRIPTION_LEAD_COLUMN,
      header: "Title",
      width: "18%",
      cell: (record) => <TitleCell record={record} names={names} />,
    },
    {
      id: "source",
      header: "Source",
      width: "124px",
      cell: (record) => <SourceCell record={record} names={names} />,
    },
    {
      id: "recipients",
      header: "Recipients",
      width: "15%",
      cell: (record) => <RecipientsCell record={record} />,
    },
    { id: "channel", header: "Channel", width: "110px", cell: (record) => channelLabel(record.target_type) },
    {
      id: "schedule",
      header: "Schedule",
      cell: (record) => formatSchedule(record, { zone, at: record.next_delivery_date }),
    },
    {
      id: "next",
      header: "Next delivery",
      width: "112px",
      cell: (record) => formatMoment(getNextDelivery(record)),
    },
    {
      id: "until",
      header: "Ends",
      width: "110px",
      cell: (record) => (record.until_date === null ? "—" : formatDay(record.until_date, { zone })),
    },
    {
      id: "author",
      header: "Created by",
      width: "144px",
      phone: "hidden",
      cell: (record) => personLabel(record.created_by) ?? "—",
    },
    { id: "created", header: "Created", width: "124px", cell: (record) => formatMoment(record.created_at) },
    {
      id: "state",
      header: "State",
      width: "94px",
      cell: (record) => <SubscriptionStatus reading={describeSubscriptionState(record, now)} />,
    },
    { id: "id", header: "ID", width: "90px", align: "end", cell: (record) => record.id },
  ];
  return columns.map((column) => ({ ...column, sortable: column.id !== "channel" }));
}

interface NamedCellProps {
  readonly record: Subscription;
  readonly names: ReferenceNames;
}

/** The name with the ID beside it, or the whole label. */
function SourceCell({ record, names }: NamedCellProps) {
  const name = sourceNameOf(record, names);
  if (name === "") return subscriptionSourceLabel(record, names);
  return (
    <>
      {name} <span className={classes.generated}>{record.dashboard ?? record.insight}</span>
    </>
  );
}

function TitleCell({ record, names }: NamedCellProps) {
  const { text, isGenerated } = subscriptionTitle(record, names);
  return <span className={isGenerated ? classes.generated : undefined}>{text}</span>;
}

function RecipientsCell({ record }: { readonly record: Subscription }) {
  const items = getRecipients(record).map((item) => ({ label: recipientLabel(record.target_type, item) }));
  if (items.length === 0) return "—";
  return <TagList items={items} max={MAX_SHOWN_RECIPIENTS} label="Recipients" />;
}
