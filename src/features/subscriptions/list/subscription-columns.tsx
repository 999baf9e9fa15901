import { VisuallyHidden } from "@mantine/core";
import type { Subscription } from "@/api/subscriptions";
import type { ResumeDates } from "@/data/browser-storage/project-settings";
import { sourceFilter, sourceNameOf } from "@/data/catalog/source-labels";
import {
  getRecipients,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import type { RecipientNames } from "@/features/subscriptions/model/recipient-names";
import {
  describeInvalidRecipients,
  describeSubscriptionState,
  getDueDate,
  getInvalidRecipients,
  getNextDelivery,
  getSubscriptionState,
} from "@/features/subscriptions/model/subscription-rules";
import { SubscriptionStatus } from "@/features/subscriptions/model/subscription-status";
import { reminderMessage } from "@/features/subscriptions/pause/pause-actions";
import { channelLabel, markedChannelLabel, recipientHint, recipientLabel } from "@/lib/recipients/recipients";
import { formatSchedule, formatShortSchedule } from "@/lib/schedule/format-schedule";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { personLabel } from "@/lib/text/normalize-text";
import { formatDay, formatRelative } from "@/lib/time/dates";
import { type Column, timeColumn } from "@/ui/data-table/data-table-types";
import { WarningIcon } from "@/ui/theme/icons";
import classes from "./subscription-columns.module.css";

interface StateOptions {
  readonly reminders?: ResumeDates;
  /** Whether the state has its own column. Otherwise, a mark before the title shows it. */
  readonly hasStateColumn?: boolean;
}

const NO_REMINDERS: ResumeDates = new Map();

/**
 * Returns all columns. In a narrow window, the columns after the title shrink first.
 * @param zone IANA time zone
 * @param now base of relative times
 */
export function subscriptionColumns(
  zone: string,
  now: Date,
  names: ReferenceNames,
  recipientNames: RecipientNames,
  { reminders = NO_REMINDERS, hasStateColumn = false }: StateOptions = {},
): readonly Column<Subscription>[] {
  const nextColumn = timeColumn((record: Subscription) => getDueDate(record, names), zone, now);
  const explainState = (record: Subscription) => [
    describeException(record, now, names)?.explanation,
    reminderMessage(record, reminders, now),
  ];
  const columns: readonly Column<Subscription>[] = [
    {
      id: "title",
      header: "Title",
      tone: (record) => (subscriptionTitle(record, names).isGenerated ? "generated" : undefined),
      value: (record) => subscriptionTitle(record, names).text,
      mark: (record) => !hasStateColumn && <StateMark record={record} now={now} names={names} />,
      fullText: (record) => {
        const { text, isGenerated } = subscriptionTitle(record, names);
        const notes = [isGenerated && "No title", ...(hasStateColumn ? [] : explainState(record))];
        return notes.some(Boolean) ? [text, ...notes].filter(Boolean).join("\n") : null;
      },
    },
    {
      id: "source",
      header: "Source",
      width: "clamp(110px, 56.25cqw - 448px, 206px)",
      wideOnly: true,
      value: (record) => subscriptionSourceLabel(record, names),
      cell: (record) => sourceNameOf(record, names) || subscriptionSourceLabel(record, names),
      fullText: (record) => subscriptionSourceLabel(record, names),
      filter: sourceFilter,
    },
    {
      id: "recipients",
      header: "Recipients",
      width: "clamp(150px, 43.75cqw - 308px, 208px)",
      narrow: "detail",
      value: (record) =>
        getRecipients(record)
          .map((recipient) =>
            record.target_type === "email" ? recipient : recipientHint(record.target_type, recipient),
          )
          .join(", "),
      cell: (record) => <RecipientsCell record={record} names={recipientNames} />,
      fullText: formatAllRecipients,
      filter: (record) => {
        const [value, ...others] = getRecipients(record);
        const label = others.length > 0 ? "the first recipient" : "this recipient";
        return value === undefined ? null : { field: "to", value, label };
      },
    },
    {
      id: "channel",
      isOptional: true,
      header: "Channel",
      width: "110px",
      value: (record) => channelLabel(record.target_type),
      cell: (record) => markedChannelLabel(record.target_type),
    },
    {
      id: "schedule",
      header: "Schedule",
      width: "clamp(124px, 25cqw - 135px, 156px)",
      value: (record) => formatSchedule(record, { zone, at: record.next_delivery_date }),
      cell: (record) => formatShortSchedule(record, { zone, at: record.next_delivery_date }),
      fullText: (record) => formatSchedule(record, { zone, at: record.next_delivery_date }),
    },
    {
      ...nextColumn,
      value: (record) => getNextDelivery(record, now, names),
      cell: (record) => formatPastDue(record, now, names) ?? nextColumn.cell(record),
      id: "next",
      header: "Next delivery",
      narrow: "end",
    },
    {
      id: "until",
      isOptional: true,
      header: "Ends",
      width: "110px",
      value: (record) => record.until_date,
      cell: (record) => (record.until_date === null ? "—" : formatDay(record.until_date, { zone })),
    },
    {
      id: "author",
      header: "Created by",
      width: "clamp(120px, 15cqw - 30px, 145px)",
      wideOnly: true,
      value: (record) => personLabel(record.created_by),
      filter: ({ created_by: author }) =>
        author?.email ? { field: "by", value: author.email, label: "this author" } : null,
    },
    {
      ...timeColumn((record) => record.created_at, zone, now),
      id: "created",
      header: "Created",
      isOptional: true,
    },
    {
      id: "state",
      header: "State",
      isOptional: true,
      alwaysInFile: true,
      width: "90px",
      narrow: "aside",
      value: (record) => describeSubscriptionState(record, now, names).label,
      cell: (record) => <State record={record} now={now} names={names} />,
      fullText: (record) => explainState(record).filter(Boolean).join("\n") || null,
      filter: (record) => {
        const value = getSubscriptionState(record, now, names);
        if (value === "deleted") return null;
        return { field: "is", value, label: value === "never" ? "undeliverable" : value };
      },
    },
    { id: "id", header: "ID", isOptional: true, width: "90px", align: "end", value: ({ id }) => id },
  ];
  return columns.map((column) => ({ ...column, sortable: column.id !== "channel" }));
}

/** Returns when a delivery was due, which isn't the next one. Null for a delivery in the future. */
function formatPastDue(record: Subscription, now: Date, names: ReferenceNames): string | null {
  const due = getDueDate(record, names);
  return due === getNextDelivery(record, now, names) ? null : `Due ${formatRelative(due ?? "", now)}`;
}

interface RecipientsCellProps {
  readonly record: Subscription;
  readonly names: RecipientNames;
}

/** Shows the first recipient and the number of others. */
function RecipientsCell({ record, names }: RecipientsCellProps) {
  const [first, ...others] = getRecipients(record);
  if (first === undefined) return "—";
  return (
    <>
      {getInvalidRecipients(record).length > 0 && (
        <span className={classes.invalid}>
          <WarningIcon size={14} />
          <VisuallyHidden>Invalid recipient</VisuallyHidden>
        </span>
      )}
      <span className={classes.recipient} data-channel={record.target_type} translate="no">
        {names(record.target_type, first)}
      </span>
      {others.length > 0 && <span className={classes.more}>{`+${others.length}`}</span>}
    </>
  );
}

function formatAllRecipients(record: Subscription): string | null {
  const recipients = getRecipients(record).map((recipient) => recipientLabel(record.target_type, recipient));
  const hidden = recipients.length - MAX_TOOLTIP_RECIPIENTS;
  const lines = recipients.slice(0, MAX_TOOLTIP_RECIPIENTS);
  const issues = describeInvalidRecipients(record);
  return (
    [...(issues === "" ? [] : [issues]), ...lines, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join(
      "\n",
    ) || null
  );
}

// More lines don't fit in a small window.
const MAX_TOOLTIP_RECIPIENTS = 10;

interface StateProps {
  readonly record: Subscription;
  readonly now: Date;
  readonly names: ReferenceNames;
}

/** Shows the state. Empty for an active subscription. */
function State({ record, now, names }: StateProps) {
  const exception = describeException(record, now, names);
  if (exception === null) return null;
  // There is no room for the full label, which the tooltip explains.
  const label = exception.label === "Never delivers" ? "Never" : exception.label;
  return <SubscriptionStatus reading={{ ...exception, label }} />;
}

/** Shows the state before the title. */
function StateMark(props: StateProps) {
  if (describeException(props.record, props.now, props.names) === null) return null;
  return (
    <span className={classes.mark}>
      <State {...props} />
    </span>
  );
}

function describeException(record: Subscription, now: Date, names: ReferenceNames) {
  return getSubscriptionState(record, now, names) === "active"
    ? null
    : describeSubscriptionState(record, now, names);
}
