import { pluralize } from "@/lib/text/numbers";
import type { RecipientMark } from "./recipient-suggestions";

const MARK_MESSAGES: Readonly<Record<RecipientMark, string>> = {
  outside: "is outside your domains",
  unknown: "isn't in your organization",
  "no-access": "has no access to this project",
};

export function recipientMarkMessage(address: string, mark: RecipientMark): string {
  return `${address} ${MARK_MESSAGES[mark]}.`;
}

const MARK_LABELS: Readonly<Record<RecipientMark, string>> = {
  outside: "Outside your domains",
  unknown: "Not in your organization",
  "no-access": "No access to this project",
};

/**
 * Returns the second line of a suggestion.
 * @param address null when the first line shows the address
 */
export function recipientSuggestionDetail(
  address: string | null,
  count: number,
  mark: RecipientMark | null,
): string {
  return [address, count > 0 && pluralize(count, "subscription", "subscriptions"), mark && MARK_LABELS[mark]]
    .filter(Boolean)
    .join(" · ");
}
