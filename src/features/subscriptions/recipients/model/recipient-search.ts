import { TARGET_TYPES } from "@/contract/subscriptions";
import { type Completion, completeQuery } from "@/lib/query/query-completion";
import { type ParsedQuery, parseQuery, type QueryField } from "@/lib/query/query-text";
import { channelLabel } from "@/lib/recipients/channels";
import { isWithinDomains } from "@/lib/recipients/domains";
import { type SearchField } from "@/lib/search/record-schema";
import { createRecordIndex, type RecordIndex } from "@/lib/search/record-search";
import type { Recipient } from "./recipient-index";
import { isIdle } from "./recipient-labels";

/** On which side of the own domains somebody is; null where nothing was chosen, or there is no domain. */
export type Side = "own" | "outside" | null;

/** Where a recipient belongs. Subdomains of an own domain are own. */
export function sideOf({ domain }: Recipient, own: readonly string[]): Side {
  if (own.length === 0 || domain === null) return null;
  return isWithinDomains(domain, own) ? "own" : "outside";
}

const CHANNELS = TARGET_TYPES.map((value) => ({ value, label: channelLabel(value) }));
/** As shown, so that what is read can be asked for. */
const shownPace = ({ perWeek }: Recipient) => Math.round(perWeek * 100) / 100;

function fieldsFor(own: readonly string[]): readonly SearchField<Recipient>[] {
  return [
    {
      name: "to",
      label: "Address, channel or URL, as it is written",
      kind: "text",
      wordsPart: 0,
      texts: ({ spellings }) => spellings.map(({ text }) => text),
    },
    {
      name: "domain",
      label: "Domain",
      kind: "text",
      wordsPart: 1,
      texts: ({ domain }) => (domain === null ? [] : [domain]),
    },
    {
      name: "channel",
      label: "Channel",
      kind: "choice",
      values: CHANNELS,
      texts: ({ channel }) => [channel],
    },
    {
      name: "type",
      label: "Channel, as in the list of deliveries",
      kind: "choice",
      values: CHANNELS,
      texts: ({ channel }) => [channel],
    },
    {
      name: "is",
      label: "Own or outside",
      kind: "state",
      values: [
        { value: "outside", label: "Not in your own domains" },
        { value: "own", label: "In your own domains" },
        { value: "idle", label: "Nothing goes out to it" },
      ],
      states: {
        outside: (row) => sideOf(row, own) === "outside",
        own: (row) => sideOf(row, own) === "own",
        idle: isIdle,
      },
    },
    {
      name: "deliveries",
      label: "Number of deliveries",
      kind: "number",
      number: (row) => row.records.length,
    },
    { name: "week", label: "Deliveries per week", kind: "number", number: shownPace },
    { name: "next", label: "Next delivery", kind: "date", time: ({ next }) => next },
  ];
}

function wordsOf({ channel, domain, spellings }: Recipient): readonly string[] {
  return [spellings.map(({ text }) => text).join("\t"), domain ?? "", channelLabel(channel)];
}

/** How recipients are found and sorted, given the own domains. */
export function createRecipientIndex(own: readonly string[]): RecordIndex<Recipient> {
  const order = { outside: 0, own: 1 };
  return createRecordIndex<Recipient>({
    id: ({ key }) => key,
    words: wordsOf,
    fields: fieldsFor(own),
    sorts: {
      address: ({ address }) => address,
      channel: ({ channel }) => channelLabel(channel),
      domain: ({ domain }) => domain,
      side: (row) => order[sideOf(row, own) ?? "own"],
      deliveries: ({ records }) => records.length,
      week: ({ perWeek }) => perWeek,
      idle: ({ ended, overdue, unclear }) => ended + overdue + unclear,
      next: ({ next }) => next,
      spellings: ({ spellings }) => spellings.length,
    },
  });
}

/** The fields of the query language, for its help; what they mean does not depend on the own domains. */
export const fields: readonly QueryField[] = fieldsFor([]);

/** Reads a query on recipients. Never throws. */
export function parse(text: string): ParsedQuery {
  return parseQuery(text, fields);
}

// More would not fit a list that a person reads.
const SAMPLE = 2_000;

/** What may stand at the caret: fields, their values, and what stands in the recipients. */
export function complete(text: string, caret: number, rows: readonly Recipient[]): Completion {
  return completeQuery(text, caret, fields, (name) => {
    const read = (row: Recipient) =>
      name === "domain" ? (row.domain === null ? [] : [row.domain]) : [row.address];
    return [...new Set(rows.slice(0, SAMPLE).flatMap(read))];
  });
}
