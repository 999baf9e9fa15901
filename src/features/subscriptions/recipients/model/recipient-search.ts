import { TARGET_TYPES } from "@/contract/subscriptions";
import { type Completion, completeQuery } from "@/lib/query/query-completion";
import { type ParsedQuery, parseQuery, type QueryField } from "@/lib/query/query-text";
import { channelLabel } from "@/lib/recipients/channels";
import { isWithinDomains } from "@/lib/recipients/domains";
import { type SearchField } from "@/lib/search/record-schema";
import { createRecordIndex, type RecordIndex } from "@/lib/search/record-search";
import type { Recipient } from "./recipient-index";
import { isIdle } from "./recipient-labels";

/** Null without configured domains, or when the recipient has no domain. */
export type Ownership = "own" | "outside" | null;

/** Subdomains of an own domain are own. */
export function getOwnership({ domain }: Recipient, ownDomains: readonly string[]): Ownership {
  if (ownDomains.length === 0 || domain === null) return null;
  return isWithinDomains(domain, ownDomains) ? "own" : "outside";
}

const CHANNELS = TARGET_TYPES.map((value) => ({ value, label: channelLabel(value) }));
/** Rounded as displayed, so that a search for the displayed value matches. */
const roundedPerWeek = ({ perWeek }: Recipient) => Math.round(perWeek * 100) / 100;

function createQueryFields(own: readonly string[]): readonly SearchField<Recipient>[] {
  return [
    {
      name: "to",
      label: "Address, channel or URL",
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
      label: "Channel (same as in Subscriptions)",
      kind: "choice",
      values: CHANNELS,
      texts: ({ channel }) => [channel],
    },
    {
      name: "is",
      label: "State",
      kind: "state",
      values: [
        { value: "outside", label: "Not in your domains" },
        { value: "own", label: "In your domains" },
        { value: "idle", label: "No upcoming deliveries" },
      ],
      states: {
        outside: (row) => getOwnership(row, own) === "outside",
        own: (row) => getOwnership(row, own) === "own",
        idle: isIdle,
      },
    },
    {
      name: "deliveries",
      label: "Number of subscriptions",
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

/** Fields of the query language. They don't depend on the own domains. */
export const fields: readonly QueryField[] = createQueryFields([]);

/** Never throws. */
export function parse(text: string): ParsedQuery {
  return parseQuery(text, fields);
}

// Enough for a suggestion list.
const MAX_SAMPLED_ROWS = 2_000;

/** Suggests fields, their values and values of the recipients at the caret. */
export function complete(text: string, caret: number, rows: readonly Recipient[]): Completion {
  return completeQuery(text, caret, fields, (name) => {
    const read = (row: Recipient) =>
      name === "domain" ? (row.domain === null ? [] : [row.domain]) : [row.address];
    return [...new Set(rows.slice(0, MAX_SAMPLED_ROWS).flatMap(read))];
  });
}
