import { FREQUENCIES, type Subscription, TARGET_TYPES } from "@/api/subscriptions";
import { sourceCheckKey, sourceKeyOf } from "@/data/catalog/source-labels";
import type { Collection } from "@/data/collection/collection";
import {
  getRecipients,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import { getShiftedSet } from "@/features/subscriptions/findings/dst-shifts";
import { getDuplicateSet } from "@/features/subscriptions/findings/duplicates";
import { hasFinding } from "@/features/subscriptions/findings/health-rules";
import {
  getDueDate,
  getSubscriptionState,
  SUBSCRIPTION_STATE_LABELS,
} from "@/features/subscriptions/model/subscription-rules";
import { channelLabel, markedChannelLabel } from "@/lib/recipients/recipients";
import { formatSchedule, formatShortSchedule } from "@/lib/schedule/format-schedule";
import { createListSearch } from "@/lib/search/list-search";
import type { ReferenceNames, SearchField } from "@/lib/search/record-schema";
import { personLabel } from "@/lib/text/normalize-text";
import { toLocalInput } from "@/lib/time/calendar-days";
import { localZone, parseInstant } from "@/lib/time/dates";

const FREQUENCY_ORDER = new Map(FREQUENCIES.map((frequency, index) => [String(frequency), index]));
const STATE_ORDER = { overdue: 0, never: 1, active: 2, paused: 3, ended: 4, deleted: 5 };

const toTimestamp = (iso: string | null) => (iso === null ? null : (parseInstant(iso)?.getTime() ?? null));
const hasState =
  (name: keyof typeof STATE_ORDER) =>
  (record: Subscription, now: number, _zone: string, names: ReferenceNames) =>
    getSubscriptionState(record, new Date(now), names) === name;

/** Indexes in the result of `searchableTexts`. */
const PART = { title: 0, to: 1, by: 2, source: 3 } as const;

const QUERY_FIELDS: readonly SearchField<Subscription>[] = [
  {
    name: "title",
    label: "Title",
    kind: "text",
    searchTextPart: PART.title,
    texts: (record, names) => [subscriptionTitle(record, names).text],
  },
  {
    name: "source",
    label: "Source: name of the dashboard or insight",
    kind: "text",
    searchTextPart: PART.source,
    texts: (record, names) => [subscriptionSourceLabel(record, names)],
  },
  {
    name: "to",
    label: "Recipient: address, channel, or URL",
    kind: "text",
    searchTextPart: PART.to,
    texts: getRecipients,
  },
  {
    name: "freq",
    label: "Frequency",
    kind: "choice",
    values: FREQUENCIES.map((value) => ({ value, label: value })),
    texts: (record) => [record.frequency],
  },
  {
    name: "type",
    label: "Channel",
    kind: "choice",
    values: TARGET_TYPES.map((value) => ({ value, label: channelLabel(value) })),
    texts: (record) => [record.target_type],
  },
  {
    name: "by",
    label: "Created by",
    kind: "text",
    searchTextPart: PART.by,
    texts: ({ created_by: person }) => [personLabel(person) ?? "", person?.email ?? ""].filter(Boolean),
  },
  { name: "dashboard", label: "Dashboard ID", kind: "number", number: ({ dashboard }) => dashboard },
  { name: "insight", label: "Insight ID", kind: "number", number: ({ insight }) => insight },
  { name: "interval", label: "Interval", kind: "number", number: ({ interval }) => interval },
  { name: "id", label: "Subscription ID", kind: "number", number: ({ id }) => id },
  {
    name: "next",
    label: "Next delivery",
    kind: "date",
    direction: "future",
    time: (record) => toTimestamp(getDueDate(record)),
  },
  { name: "start", label: "Start", kind: "date", time: (record) => toTimestamp(record.start_date) },
  { name: "until", label: "End", kind: "date", time: (record) => toTimestamp(record.until_date) },
  {
    name: "created",
    label: "Created",
    kind: "date",
    direction: "past",
    time: (record) => toTimestamp(record.created_at),
  },
  {
    name: "is",
    label: "State",
    kind: "state",
    values: [
      { value: "active", label: "Sends on schedule" },
      { value: "paused", label: "Paused" },
      { value: "overdue", label: "More than an hour late" },
      { value: "ended", label: "No further deliveries" },
      { value: "deleted", label: "In Trash" },
      { value: "prompt", label: "Sends the response to an AI prompt" },
      { value: "invalid", label: "Some recipients can't receive deliveries" },
      { value: "ending", label: "Ends within 14 days" },
      { value: "never", label: "Active, but nothing is ever sent" },
      { value: "duplicate", label: "Same source, channel, and times, with recipients in common" },
      { value: "shifting", label: "Local time shifts at the next time change" },
    ],
    states: {
      active: hasState("active"),
      paused: hasState("paused"),
      overdue: hasState("overdue"),
      ended: hasState("ended"),
      deleted: (record) => record.deleted === true,
      prompt: (record) => record.resource_type === "ai_prompt",
      invalid: (record, now, _zone, names) => hasFinding("invalid", record, now, names),
      ending: (record, now) => hasFinding("ending", record, now),
      never: (record, now, _zone, names) => hasFinding("never", record, now, names),
    },
    sets: { duplicate: getDuplicateSet, shifting: getShiftedSet },
  },
];

/** Returns the texts that are searched for words without a field name. */
function searchableTexts(record: Subscription, names: ReferenceNames): readonly string[] {
  const { created_by: person } = record;
  return [
    subscriptionTitle(record, names).text,
    record.target_value,
    `${personLabel(person) ?? ""}\t${person?.email ?? ""}`,
    subscriptionSourceLabel(record, names),
    markedChannelLabel(record.target_type),
    formatRecordSchedule(record),
    `#${record.id}`,
  ];
}

// Read once, because reading the zone is as slow as indexing a record.
const LOCAL_ZONE = localZone();

function formatRecordSchedule(record: Subscription): string {
  const options = { zone: LOCAL_ZONE, at: record.next_delivery_date };
  // The 24-hour time is found in every locale.
  const time = toLocalInput(record.next_delivery_date ?? record.start_date, LOCAL_ZONE).slice(11);
  return `${formatShortSchedule(record, options)}\t${formatSchedule(record, options)}\t${time}`;
}

/** Returns the label of the State column, which is empty for active subscriptions. */
function getStateLabel(record: Subscription, now: number, names: ReferenceNames): string | null {
  const state = getSubscriptionState(record, new Date(now), names);
  return state === "active" ? null : SUBSCRIPTION_STATE_LABELS[state];
}

export const SUBSCRIPTION_SEARCH = createListSearch<Subscription, Collection<Subscription>>({
  id: (record) => record.id,
  words: searchableTexts,
  fields: QUERY_FIELDS,
  stateLabels: { all: Object.values(SUBSCRIPTION_STATE_LABELS), of: getStateLabel },
  sorts: {
    title: (record, names) => subscriptionTitle(record, names).text,
    source: subscriptionSourceLabel,
    recipients: (record) => getRecipients(record)[0]?.trim() ?? null,
    schedule: (record) =>
      (FREQUENCY_ORDER.get(record.frequency) ?? FREQUENCIES.length) * 1_000_000 + record.interval,
    next: (record, names) => toTimestamp(getDueDate(record, names)),
    author: (record) => personLabel(record.created_by),
    state: (record, names) => STATE_ORDER[getSubscriptionState(record, new Date(), names)],
    created: (record) => toTimestamp(record.created_at),
    until: (record) => toTimestamp(record.until_date),
    id: (record) => record.id,
  },
  preparedSorts: ["title"],
  reference(record) {
    const key = sourceKeyOf(record);
    return key && [key, sourceCheckKey(key)];
  },
});
