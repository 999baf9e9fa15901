import { formatCount, pluralForm, pluralize } from "@/lib/text/numbers";

interface Noun {
  readonly singular: string;
  readonly plural: string;
}

interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

interface SearchedRows extends Noun {
  readonly count: number;
  readonly isFullyLoaded: boolean;
  /** Noun for the loaded records when rows are derived from them, such as "subscriptions". */
  readonly containerNoun?: string | undefined;
}

interface InvalidRecordIssue {
  readonly index: number;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

/** Smaller pages make loading a large collection slow. */
const SMALL_PAGE_SIZE = 100;

export function matchCountMessage(matching: number, loadedCount: number): string {
  return `${formatCount(matching)} of ${formatCount(loadedCount)} match`;
}

export function loadedCountMessage(loadedCount: number, totalCount: number): string {
  return `${formatCount(loadedCount)} of ${formatCount(totalCount)} loaded`;
}

/** Returns the message for a server whose count differs from the number of records. */
export function reportedCountMessage(totalCount: number): string {
  return `The server reports ${formatCount(totalCount)}.`;
}

/**
 * Returns the number of requests as a sentence if pages are small. Otherwise returns an empty
 * string. The calculation is based on pages that overlap by one record.
 */
export function requestCostMessage(count: number, pageSize: number): string {
  const requests = Math.ceil((count - 1) / Math.max(1, pageSize - 1));
  return pageSize < SMALL_PAGE_SIZE ? `Loading all takes ${formatCount(requests)} requests.` : "";
}

export function changesMessage({ added, changed, removed }: Changes): string {
  const parts = [
    added > 0 ? `${formatCount(added)} new` : null,
    changed > 0 ? `${formatCount(changed)} changed` : null,
    removed > 0 ? `${formatCount(removed)} removed` : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** Returns the message for screen readers when loading has finished. */
export function allLoadedMessage(loadedCount: number, { singular, plural }: Noun): string {
  return `${pluralize(loadedCount, singular, plural)} loaded`;
}

/**
 * Returns the message for screen readers after a search.
 * @param matching null after the search is cleared
 */
export function searchMessage(matching: number | null, { singular, plural }: Noun): string {
  return matching === null
    ? "Search cleared"
    : `${pluralize(matching, singular, plural)} ${pluralForm(matching, "matches", "match")}`;
}

export function noMatchesMessage(rows: SearchedRows): string {
  const { count, singular, plural, isFullyLoaded, containerNoun } = rows;
  const noun = pluralize(count, singular, plural);
  if (isFullyLoaded) return `Searched ${noun}.`;
  return `Searched only the ${noun}${containerNoun === undefined ? "" : ` in the ${containerNoun}`} loaded so far.`;
}

export function invalidRecordsMessage(count: number, { singular, plural }: Noun): string {
  return `Couldn't read ${pluralize(count, singular, plural)}`;
}

export function invalidRecordMessage({ index, issues }: InvalidRecordIssue): string {
  const [first] = issues;
  const issueText = first ? ` Mismatch${first.path ? ` in “${first.path}”` : ""}: ${first.message}.` : "";
  return `Item ${formatCount(index + 1)} in the response.${issueText}`;
}
