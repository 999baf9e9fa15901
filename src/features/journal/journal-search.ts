import { sourceKey } from "@/data/catalog/source-labels";
import {
  CHANGE_KIND_LABELS,
  changeKindLabel,
  fieldLabel,
  formatFieldValue,
} from "@/data/changes/change-labels";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { createSearchLanguage } from "@/lib/search/list-search";
import type { RecordSchema, SearchField } from "@/lib/search/record-schema";
import { parseInstant } from "@/lib/time/dates";
import type { JournalEntryState } from "./journal-messages";
import { getJournalEntryState, JOURNAL_STATE_LABELS, RESOURCE_LABELS } from "./journal-messages";

const STATE_NAMES: readonly JournalEntryState[] = ["done", "undone", "unknown", "refused", "running"];
const KIND_NAMES: readonly JournalEntry["kind"][] = ["created", "changed", "deleted", "restored", "tested"];

const KIND_LABELS: Readonly<Record<JournalEntry["kind"], string>> = {
  ...CHANGE_KIND_LABELS,
  created: "Created or added",
  deleted: "Deleted or removed",
};

const toTimestamp = (entry: JournalEntry) => parseInstant(entry.at)?.getTime() ?? null;

const FIELDS: readonly SearchField<JournalEntry>[] = [
  {
    name: "title",
    label: "Name of the subscription, export, or person",
    kind: "text",
    searchTextPart: 0,
    texts: ({ name }) => [name],
  },
  {
    name: "kind",
    label: "Kind of change",
    kind: "choice",
    values: KIND_NAMES.map((value) => ({
      value,
      label: KIND_LABELS[value],
    })),
    texts: ({ kind }) => [kind],
  },
  {
    name: "of",
    label: "Record type",
    kind: "choice",
    values: [
      { value: "subscription", label: "Subscriptions" },
      { value: "export", label: "Exports" },
      { value: "member", label: "Members" },
    ],
    texts: ({ resource }) => [RESOURCE_LABELS[resource].toLowerCase()],
  },
  {
    name: "is",
    label: "Outcome",
    kind: "state",
    values: STATE_NAMES.map((value) => ({ value, label: JOURNAL_STATE_LABELS[value].help })),
    states: Object.fromEntries(
      STATE_NAMES.map((name) => [name, (entry) => getJournalEntryState(entry) === name]),
    ),
  },
  { name: "at", label: "When", kind: "date", direction: "past", time: toTimestamp },
  {
    name: "field",
    label: "Changed field",
    kind: "text",
    texts: ({ changes }) => changes.map(({ field }) => fieldLabel(field)),
  },
  {
    name: "run",
    label: "Bulk action",
    kind: "text",
    texts: ({ batch }) => (batch ? [batch.label] : []),
  },
  {
    name: "id",
    label: "ID of the subscription or export",
    kind: "number",
    number: ({ recordId }) => (typeof recordId === "number" ? recordId : null),
  },
];

export const schema: RecordSchema<JournalEntry> = {
  id: ({ id }) => id,
  words: (entry, names) => [
    entry.name,
    `#${entry.recordId ?? ""}`,
    changeKindLabel(entry),
    JOURNAL_STATE_LABELS[getJournalEntryState(entry)].label,
    entry.reason ?? "",
    entry.batch?.label ?? "",
    ...entry.changes.flatMap(({ field, before, after }) => [
      fieldLabel(field),
      formatFieldValue(field, before, names),
      formatFieldValue(field, after, names),
    ]),
  ],
  reference: ({ changes }) =>
    changes.flatMap(({ field, before, after }) =>
      field === "dashboard" || field === "insight"
        ? [before, after].filter((id) => typeof id === "number").map((id) => sourceKey(field, id))
        : [],
    ),
  fields: FIELDS,
  sorts: {
    name: ({ name }) => name,
    kind: changeKindLabel,
    at: toTimestamp,
    outcome: (entry) => JOURNAL_STATE_LABELS[getJournalEntryState(entry)].label,
  },
};

export const JOURNAL_SEARCH = createSearchLanguage(schema.fields);
