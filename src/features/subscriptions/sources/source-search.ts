import { fullSourceLabel, isSourceMissing, sourceNameOf } from "@/data/catalog/source-labels";
import { getRecipients } from "@/data/subscriptions/subscriptions";
import {
  excludedSubscriptionsMessage,
  GROUP_FIELDS,
  GROUP_SORTS,
  isIdle,
} from "@/features/subscriptions/groups/group-labels";
import { createListSearch } from "@/lib/search/list-search";
import type { SearchField } from "@/lib/search/record-schema";
import type { SourceGroup } from "./source-index";

const FIELDS: readonly SearchField<SourceGroup>[] = [
  {
    name: "source",
    label: "Name of the dashboard or insight",
    kind: "text",
    searchTextPart: 0,
    texts: ({ reference }, names) => [fullSourceLabel(reference, names)],
    suggest: ({ reference }, names) => [sourceNameOf(reference, names)],
  },
  {
    name: "kind",
    label: "Dashboard or insight",
    kind: "choice",
    values: [
      { value: "dashboard", label: "Dashboard" },
      { value: "insight", label: "Insight" },
    ],
    texts: ({ kind }) => [kind],
  },
  { name: "id", label: "ID", kind: "number", number: ({ id }) => id },
  {
    name: "to",
    label: "Recipient: address, channel, or URL",
    kind: "text",
    texts: ({ records }) => records.flatMap(getRecipients),
  },
  {
    name: "is",
    label: "State",
    kind: "state",
    values: [
      { value: "missing", label: "Deleted, or hidden from this API key" },
      { value: "idle", label: "No upcoming deliveries" },
    ],
    states: {
      missing: ({ reference }, _now, _zone, names) => isSourceMissing(reference, names),
      idle: isIdle,
    },
  },
  {
    name: "recipients",
    label: "Number of recipients",
    kind: "number",
    number: ({ recipientCount }) => recipientCount,
  },
  ...GROUP_FIELDS,
];

export const SOURCE_SEARCH = createListSearch<SourceGroup, object>({
  id: ({ key }) => key,
  words: (group, names) => [
    fullSourceLabel(group.reference, names),
    excludedSubscriptionsMessage(group) ?? "",
  ],
  fields: FIELDS,
  sorts: {
    source: ({ reference }, names) => sourceNameOf(reference, names) || null,
    kind: ({ kind }) => kind,
    id: ({ id }) => id,
    recipients: ({ recipientCount }) => recipientCount,
    ...GROUP_SORTS,
  },
  reference: ({ key }) => key,
});
