import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useOwnDomains } from "@/data/browser-storage/project-settings";
import { useApi } from "@/data/client/api-context";
import { useIsAccessKnown, useIsOrganizationLoaded, useKnownPeople } from "@/data/people/known-people";
import { openSubscriptionCollections } from "@/data/subscriptions/subscription-collections";
import { pluralize } from "@/lib/text/numbers";
import {
  listUsedRecipients,
  markRecipient,
  type RecipientMark,
  suggestRecipients,
  type UsedRecipient,
} from "./recipient-suggestions";

const usedByRecords = new WeakMap<readonly Subscription[], readonly UsedRecipient[]>();

/** Returns the records' recipients. Caches them, because each keystroke reads them again. */
function readUsedRecipients(records: readonly Subscription[]): readonly UsedRecipient[] {
  const used = usedByRecords.get(records) ?? listUsedRecipients(records);
  usedByRecords.set(records, used);
  return used;
}

interface RecipientSuggestionsOptions {
  /** Channel of the recipients. Null for all channels. */
  readonly channel: string | null;
  /**
   * Subscriptions whose recipients are suggested. By default, suggests known people and the
   * recipients of all loaded subscriptions.
   */
  readonly records?: readonly Subscription[] | undefined;
}

/**
 * Returns functions that suggest and mark recipients. Subscriptions come from the cache. Fetches
 * the organization's people, if the server provides them.
 */
export function useRecipientSuggestions({ channel, records }: RecipientSuggestionsOptions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const people = useKnownPeople();
  const isComplete = useIsOrganizationLoaded();
  const isAccessKnown = useIsAccessKnown();
  const { domains: ownDomains } = useOwnDomains(api);
  const addressBook = useMemo(
    () => ({ people, isComplete, isAccessKnown, ownDomains }),
    [people, isComplete, isAccessKnown, ownDomains],
  );

  function getSuggestions(typed: string) {
    const used = (
      records === undefined
        ? openSubscriptionCollections(queryClient, api).flatMap(({ collection }) =>
            readUsedRecipients(collection.get().records),
          )
        : readUsedRecipients(records)
    ).filter((each) => channel === null || each.channel === channel);
    const named = channel === null || channel === "email" ? people : [];
    const found = suggestRecipients(typed, used, named, records === undefined);
    return found.map(({ recipient, name, count }) => ({
      item: recipient,
      label: name,
      detail: recipientSuggestionDetail(
        name === recipient ? null : recipient,
        count,
        markRecipient(recipient, addressBook),
      ),
    }));
  }

  function getNote(address: string): string | null {
    const mark = markRecipient(address, addressBook);
    return mark && recipientMarkMessage(address.trim(), mark);
  }

  return { getSuggestions, getNote };
}

const MARK_MESSAGES: Readonly<Record<RecipientMark, string>> = {
  outside: "is outside your domains",
  unknown: "isn't in your organization",
  "no-access": "has no access to this project",
};

function recipientMarkMessage(address: string, mark: RecipientMark): string {
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
function recipientSuggestionDetail(
  address: string | null,
  count: number,
  mark: RecipientMark | null,
): string {
  return [address, count > 0 && pluralize(count, "subscription", "subscriptions"), mark && MARK_LABELS[mark]]
    .filter(Boolean)
    .join(" · ");
}
