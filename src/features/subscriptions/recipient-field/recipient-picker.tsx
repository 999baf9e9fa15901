import { type Ref, useMemo } from "react";
import { MEMBER_LEVELS } from "@/api/members";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useOwnDomains } from "@/data/browser-storage/project-settings";
import { useIsAccessKnown, useIsOrganizationLoaded, useKnownPeople } from "@/data/people/known-people";
import { getRecipients, openSubscriptionCollections } from "@/data/subscriptions/subscriptions";
import { isOpaqueTarget, recipientKey } from "@/features/subscriptions/model/subscription-rules";
import { isWithinDomains, parseDomain } from "@/lib/recipients/email-match";
import { isEmailAddress, normalizeAddress, recipientLabel } from "@/lib/recipients/recipients";
import { validateRecipient } from "@/lib/recipients/validate-recipient";
import { normalizeText } from "@/lib/text/normalize-text";
import { pluralize } from "@/lib/text/numbers";
import type { FieldProps } from "@/ui/form/fields";
import { PickerField } from "@/ui/form/tags-input";

interface RecipientPickerProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Channel of the recipients. Null for all channels. */
  readonly channel: string | null;
  /** Subscriptions whose recipients are suggested. Defaults to all. */
  readonly records?: readonly Subscription[] | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly placeholder?: string | undefined;
}

/** Shows a combobox for one recipient. Marks an address that may be a mistake. */
export function RecipientPicker({ channel, records, description, ...field }: RecipientPickerProps) {
  const { getSuggestions, getNote } = useRecipientSuggestions({ channel, records });
  // With `records`, the user picks an address that is already in use, so it isn't marked.
  const note = records === undefined ? getNote(field.value) : null;
  const known = (text: string) => getSuggestions(text).some(({ item }) => item === text);
  return (
    <PickerField
      {...field}
      description={<span aria-live="polite">{note ?? description}</span>}
      valueLabel={channel === "slack" ? recipientLabel("slack", field.value) : ""}
      parseItem={(text) => {
        const typed = text.trim();
        const isComplete =
          channel === "email" ? validateRecipient(channel, typed) === null : channel !== null || known(typed);
        return isComplete && typed !== "" ? typed : null;
      }}
      getSuggestions={getSuggestions}
    />
  );
}

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
        ? openSubscriptionCollections(api).flatMap(({ collection }) =>
            readUsedRecipients(collection.get().records),
          )
        : readUsedRecipients(records)
    ).filter((each) => channel === null || each.channel === channel);
    const named = channel === null || channel === "email" ? people : [];
    const found = suggestRecipients(typed, used, named, records === undefined);
    return found.map(({ recipient, name, count }) => {
      const mark = markRecipient(recipient, addressBook);
      const details = [
        name !== recipient && recipient,
        count > 0 && pluralize(count, "subscription", "subscriptions"),
        mark && MARK_LABELS[mark],
      ];
      return { item: recipient, label: name, detail: details.filter(Boolean).join(" · ") };
    });
  }

  function getNote(address: string): string | null {
    const mark = markRecipient(address, addressBook);
    return mark && `${address.trim()} ${MARK_MESSAGES[mark]}.`;
  }

  return { getSuggestions, getNote };
}

const MARK_MESSAGES: Readonly<Record<RecipientMark, string>> = {
  outside: "is outside your domains",
  unknown: "isn't in your organization",
  "no-access": "has no access to this project",
};

const MARK_LABELS: Readonly<Record<RecipientMark, string>> = {
  outside: "Outside your domains",
  unknown: "Not in your organization",
  "no-access": "No access to this project",
};

interface AddressBookPerson {
  readonly name: string;
  /** Empty when unknown. */
  readonly email: string;
  /** Null when unknown. */
  readonly organizationLevel: number | null;
  /** Whether the loaded member list contains the person. */
  readonly isMember: boolean;
  /** Access to the project, if the server reports it. Null if the report is missing or unknown. */
  readonly effectiveLevel?: number | null;
}

interface UsedRecipient {
  readonly channel: string;
  /** The recipient as the server returns it, without surrounding spaces. */
  readonly recipient: string;
  readonly count: number;
}

interface RecipientSuggestion {
  readonly recipient: string;
  readonly name: string;
  readonly count: number;
}

/**
 * Maximum number of records to read. The first ones contain nearly all recipients, and reading
 * 100,000 would block typing.
 */
const MAX_READ_RECORDS = 5_000;

/** Returns the recipients of the records, most frequent first. Skips deleted records and opaque targets. */
export function listUsedRecipients(records: readonly Subscription[]): readonly UsedRecipient[] {
  const used = new Map<string, { channel: string; recipient: string; count: number }>();
  for (const record of records.slice(0, MAX_READ_RECORDS)) {
    if (record.deleted || isOpaqueTarget(record)) continue;
    const { target_type: channel } = record;
    const parts = new Map(getRecipients(record).map((part) => [recipientKey(channel, part), part.trim()]));
    for (const [key, recipient] of parts) {
      const known = used.get(`${channel} ${key}`);
      if (known === undefined) used.set(`${channel} ${key}`, { channel, recipient, count: 1 });
      else known.count += 1;
    }
  }
  return [...used.values()].sort((a, b) => b.count - a.count);
}

const MAX_SUGGESTIONS = 8;

/**
 * Suggests recipients whose name or address contains all typed words. Matches at the start come first, then the most
 * frequent ones.
 * @param people names for the addresses
 * @param includesUnused whether to suggest people who aren't recipients
 */
export function suggestRecipients(
  typed: string,
  used: readonly UsedRecipient[],
  people: readonly Pick<AddressBookPerson, "name" | "email">[],
  includesUnused: boolean,
): readonly RecipientSuggestion[] {
  const names = new Map(people.map(({ name, email }) => [normalizeAddress(email), name]));
  const suggestions = new Map<string, RecipientSuggestion>();
  for (const { channel, recipient, count } of used) {
    const key = channel === "email" ? normalizeAddress(recipient) : `${channel} ${recipient}`;
    const name = (channel === "email" && names.get(key)) || recipientLabel(channel, recipient);
    suggestions.set(key, { recipient, name, count });
  }
  for (const { name, email } of includesUnused ? people : []) {
    const key = normalizeAddress(email);
    if (isEmailAddress(email) && !suggestions.has(key))
      suggestions.set(key, { recipient: email, name, count: 0 });
  }
  const text = normalizeText(typed.trim());
  const words = text.split(/\s+/).filter(Boolean);
  const startsWithText = ({ name, recipient }: RecipientSuggestion) =>
    [name, recipient].some((each) => normalizeText(each).startsWith(text)) ? 0 : 1;
  return [...suggestions.values()]
    .filter(({ name, recipient }) => {
      const searched = normalizeText(`${name} ${recipient}`);
      return words.every((word) => searched.includes(word));
    })
    .sort(
      (a, b) => startsWithText(a) - startsWithText(b) || b.count - a.count || a.name.localeCompare(b.name),
    )
    .slice(0, MAX_SUGGESTIONS);
}

type RecipientMark = "outside" | "unknown" | "no-access";

interface AddressBook {
  readonly people: readonly AddressBookPerson[];
  /** Whether `people` contains everyone in the organization. */
  readonly isComplete: boolean;
  /** Whether it is known that only members and organization administrators have access to the project. */
  readonly isAccessKnown: boolean;
  readonly ownDomains: readonly string[];
}

/**
 * Returns the mark of an address that is outside `ownDomains`, unknown in the organization, or
 * without access to the project. Skips a check if the address book lacks the data for it.
 */
export function markRecipient(
  address: string,
  { people, isComplete, isAccessKnown, ownDomains }: AddressBook,
): RecipientMark | null {
  const text = address.trim();
  if (!isEmailAddress(text)) return null;
  const key = normalizeAddress(text);
  const person = people.find(({ email }) => normalizeAddress(email) === key);
  const domain = parseDomain(text);
  if (ownDomains.length > 0 && domain !== null && !isWithinDomains(domain, ownDomains)) return "outside";
  if (person === undefined) return isComplete ? "unknown" : null;
  return isAccessKnown && !hasAccess(person) ? "no-access" : null;
}

/** Unknown access counts as access. */
function hasAccess({ effectiveLevel, isMember, organizationLevel }: AddressBookPerson): boolean {
  if (effectiveLevel !== undefined) return effectiveLevel !== MEMBER_LEVELS.none;
  return isMember || (organizationLevel !== MEMBER_LEVELS.member && organizationLevel !== MEMBER_LEVELS.none);
}
