import { levelLabel } from "@/data/changes/access-levels";
import type { KnownPerson } from "@/data/people/known-people";
import { isEmailAddress, normalizeAddress } from "@/lib/recipients/recipients";
import { normalizeText } from "@/lib/text/normalize-text";
import { pluralize } from "@/lib/text/numbers";

export interface KnownPeople {
  readonly people: readonly KnownPerson[];
  /** UUID of the key's owner, or null when unknown. */
  readonly me: string | null;
  /** Whether `people` includes everyone in the organization. */
  readonly isEveryone?: boolean;
}

export interface NewMember {
  readonly text: string;
  readonly uuid: string;
  readonly name: string;
}

export type ParsedPerson =
  | { readonly ok: true; readonly newMember: NewMember }
  | { readonly ok: false; readonly issue: string };

const UUID_PATTERN = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Resolves a UUID or email to a person who can be added, or to the reason why they can't be added.
 * An unknown UUID is accepted unless `isEveryone` is true.
 */
export function parsePerson(text: string, { people, me, isEveryone = false }: KnownPeople): ParsedPerson {
  const invalid = (reason: string): ParsedPerson => ({ ok: false, issue: `“${text}” ${reason}` });
  const matches = findPeople(text, people);
  if (matches === null) return invalid("isn't an email or UUID. Choose a suggestion or paste a UUID.");
  if (matches.length > 1) return invalid("belongs to several people. Enter a UUID instead.");
  const [person] = matches;
  if (person === undefined && isEveryone)
    return invalid("isn't in the organization. Invite them on the server first.");
  if (person === undefined && !UUID_PATTERN.test(text))
    return { ok: false, issue: `Couldn't find “${text}”. Enter the person's UUID instead.` };
  const uuid = person?.uuid ?? text.toLowerCase();
  if (me !== null && uuid.toLowerCase() === me.toLowerCase())
    return invalid("is you. You can't add yourself.");
  if (person?.isMember === true) {
    // With access controls, the level may be “No access”.
    const state = person.inheritedAccess
      ? "already has an explicit level. Change it in the list."
      : "is already a member.";
    return invalid(`(${person.name}) ${state}`);
  }
  return { ok: true, newMember: { text, uuid, name: person?.name ?? uuid } };
}

/** Parses each entry with `parsePerson`. Rejects entries that repeat an earlier person. */
export function parsePeople(
  texts: readonly string[],
  knownPeople: KnownPeople,
): ReadonlyMap<string, ParsedPerson> {
  const readings = new Map<string, ParsedPerson>();
  const firstTextByUuid = new Map<string, string>();
  for (const text of texts) {
    const reading = parsePerson(text, knownPeople);
    const uuid = reading.ok ? reading.newMember.uuid.toLowerCase() : "";
    const first = firstTextByUuid.get(uuid);
    if (reading.ok && first === undefined) firstTextByUuid.set(uuid, text);
    readings.set(
      text,
      first === undefined
        ? reading
        : { ok: false, issue: `“${text}” is the same person as “${first}”. Remove one of them.` },
    );
  }
  return readings;
}

/** Returns null for text other than a UUID or email. */
function findPeople(text: string, people: readonly KnownPerson[]): readonly KnownPerson[] | null {
  if (UUID_PATTERN.test(text)) return people.filter(({ uuid }) => uuid.toLowerCase() === text.toLowerCase());
  const searchedEmail = normalizeAddress(text);
  if (!isEmailAddress(searchedEmail)) return null;
  return people.filter(({ email }) => normalizeAddress(email) === searchedEmail);
}

const MAX_SUGGESTIONS = 8;

/** Suggests people who can be added. Each word must match a name, email, or UUID. */
export function suggestPeople(draft: string, { people, me }: KnownPeople) {
  const searchWords = normalizeText(draft).split(/\s+/).filter(Boolean);
  const matchesSearch = ({ name, email, uuid }: KnownPerson) => {
    const haystack = normalizeText(`${name} ${email} ${uuid}`);
    return searchWords.every((word) => haystack.includes(word));
  };
  return people
    .filter((person) => !person.isMember && person.uuid !== me && matchesSearch(person))
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ uuid, name, email, organizationLevel: level }) => ({
      item: isUniqueEmail(email, people) ? email : uuid,
      label: name,
      detail: [email !== name && email, level !== null && `${levelLabel(level)} in the organization`]
        .filter(Boolean)
        .join(" · "),
    }));
}

/**
 * Returns the person's email if it is known and unique, because an email is more readable than a
 * UUID. Otherwise returns `uuid`, which may also be an email.
 */
export function formatChipText(uuid: string, { people }: KnownPeople): string {
  const [person] = findPeople(uuid, people) ?? [];
  return person !== undefined && isUniqueEmail(person.email, people) ? person.email : uuid;
}

function isUniqueEmail(email: string, people: readonly KnownPerson[]): boolean {
  return email !== "" && findPeople(email, people)?.length === 1;
}

/** @param failedMembers people who may not have been added */
export function addFailureTitle(
  failedMembers: readonly { readonly name: string }[],
  isOutcomeUnknown: boolean,
): string {
  const [first] = failedMembers;
  if (first === undefined || failedMembers.length > 1) {
    // If an outcome is unknown, one of the members may have been added, so a count may be wrong.
    return isOutcomeUnknown
      ? "Couldn't confirm that all members were added"
      : `Couldn't add ${pluralize(failedMembers.length, "member", "members")}`;
  }
  return isOutcomeUnknown ? `Couldn't confirm that ${first.name} was added` : `Couldn't add ${first.name}`;
}
