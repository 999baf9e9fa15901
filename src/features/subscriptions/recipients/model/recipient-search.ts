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
export type Ownership = "own" | "outside" | null;

/** Where a recipient belongs. Subdomains of an own domain are own. */
export function getOwnership({ domain }: Recipient, ownDomains: readonly string[]): Ownership {
  if (ownDomains.length === 0 || domain === null) return null;
  return isWithinDomains(domain, ownDomains) ? "own" : "outside";
}

const CHANNELS = TARGET_TYPES.map((value) => ({ value, label: channelLabel(value) }));
/** As shown, so that what is read can be asked for. */
const roundedPerWeek = ({ perWeek }: Recipient) => Math.round(perWeek * 100) / 100;

function createQueryFields(own: readonly string[]): readonly SearchField<Recipient>[] {
  return [
    {
      name: "to",
      label: "Address, channel or URL, as it is written",
      kind: "text",
      searchTextPart: 0,
      texts: ({ variants }) => variants.map(({ text }) => text),
    },
    {
      name: "domain",
      label: "Domain",
      kind: "text",
      searchTextPart: 1,
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
        outside: (row) => getOwnership(row, own) === "outside",
        own: (row) => getOwnership(row, own) === "own",
        idle: isIdle,
      },
    },
    {
      name: "deliveries",
      label: "Number of deliveries",
      kind: "number",
      number: (row) => row.records.length,
    },
    { name: "week", label: "Deliveries per week", kind: "number", number: roundedPerWeek },
    { name: "next", label: "Next delivery", kind: "date", time: ({ next }) => next },
  ];
}

function searchableTexts({ channel, domain, variants }: Recipient): readonly string[] {
  return [variants.map(({ text }) => text).join("\t"), domain ?? "", channelLabel(channel)];
}

/** How recipients are found and sorted, given the own domains. */
export function createRecipientSearchIndex(own: readonly string[]): RecordIndex<Recipient> {
  const order = { outside: 0, own: 1 };
  return createRecordIndex<Recipient>({
    id: ({ key }) => key,
    words: searchableTexts,
    fields: createQueryFields(own),
    sorts: {
      address: ({ address }) => address,
      channel: ({ channel }) => channelLabel(channel),
      domain: ({ domain }) => domain,
      side: (row) => order[getOwnership(row, own) ?? "own"],
      deliveries: ({ records }) => records.length,
      week: ({ perWeek }) => perWeek,
      idle: ({ ended, overdue, unknownSchedules: unclear }) => ended + overdue + unclear,
      next: ({ next }) => next,
      variants: ({ variants }) => variants.length,
    },
  });
}

/** The fields of the query language, for its help; what they mean does not depend on the own domains. */
export const fields: readonly QueryField[] = createQueryFields([]);

/** Reads a query on recipients. Never throws. */
export function parse(text: string): ParsedQuery {
  return parseQuery(text, fields);
}

// More would not fit a list that a person reads.
const MAX_SAMPLED_ROWS = 2_000;

/** What may stand at the caret: fields, their values, and what stands in the recipients. */
export function complete(text: string, caret: number, rows: readonly Recipient[]): Completion {
  return completeQuery(text, caret, fields, (name) => {
    const read = (row: Recipient) =>
      name === "domain" ? (row.domain === null ? [] : [row.domain]) : [row.address];
    return [...new Set(rows.slice(0, MAX_SAMPLED_ROWS).flatMap(read))];
  });
}
