import { levelLabel } from "@/data/changes/access-levels";
import type { KnownPerson } from "@/data/people/known-people";
import { isEmailAddress, normalizeAddress } from "@/lib/recipients/recipients";
import { normalizeText } from "@/lib/text/normalize-text";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";

/** Limited because adding each person needs a separate request. */
export const MAX_PEOPLE = 100;

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
  const invalid = (issue: PersonIssue): ParsedPerson => ({
    ok: false,
    issue: personIssueMessage(text, issue),
  });
  const matches = findPeople(text, people);
  if (matches === null) return invalid({ kind: "unrecognized" });
  if (matches.length > 1) return invalid({ kind: "ambiguous" });
  const [person] = matches;
  if (person === undefined && isEveryone) return invalid({ kind: "stranger" });
  if (person === undefined && !UUID_PATTERN.test(text)) return invalid({ kind: "unknown" });
  const uuid = person?.uuid ?? text.toLowerCase();
  if (me !== null && uuid.toLowerCase() === me.toLowerCase()) return invalid({ kind: "self" });
  if (person?.isMember === true) {
    return invalid({ kind: person.inheritedAccess ? "ruled" : "member", name: person.name });
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
        : { ok: false, issue: personIssueMessage(text, { kind: "duplicate", other: first }) },
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

/** Reason why an entry can't be added as a member. */
type PersonIssue =
  | { readonly kind: "unrecognized" | "ambiguous" | "unknown" | "stranger" | "self" }
  /** `ruled`: the server has access controls, and the person has a level, possibly “No access”. */
  | { readonly kind: "member" | "ruled"; readonly name: string }
  /** `other` is an earlier entry for the same person. */
  | { readonly kind: "duplicate"; readonly other: string };

/** Explains why `text` can't be added as a member. */
export function personIssueMessage(text: string, issue: PersonIssue): string {
  switch (issue.kind) {
    case "unrecognized":
      return `“${text}” isn't an email or UUID. Choose a suggestion or paste a UUID.`;
    case "ambiguous":
      return `“${text}” belongs to several people. Enter a UUID instead.`;
    case "unknown":
      return `Couldn't find “${text}”. Enter the person's UUID instead.`;
    case "stranger":
      return `“${text}” isn't in the organization. Invite them on the server first.`;
    case "self":
      return `“${text}” is you. You can't add yourself.`;
    case "member":
      return `“${text}” (${issue.name}) is already a member.`;
    case "ruled":
      return `“${text}” (${issue.name}) already has an explicit level. Change it in the list.`;
    case "duplicate":
      return `“${text}” is the same person as “${issue.other}”. Remove one of them.`;
  }
}

export const NO_PEOPLE = "Enter a name, email, or UUID.";

export function tooManyPeopleMessage(count: number, max: number): string {
  return `Enter at most ${formatCount(max)} people. You entered ${formatCount(count)}.`;
}

/**
 * Formats the message for a rejected person.
 * @param serverText the server's reason, or null
 */
export function rejectionMessage(
  name: string,
  serverText: string | null,
  { title, detail }: Problem,
): string {
  return serverText === null
    ? `${name}: ${title}. ${detail}`
    : `Couldn't add ${name}. Server response: “${serverText}”`;
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

/**
 * Combines the rejections of individual people with a problem that stopped the rest.
 * @param rejections one message per rejected person
 */
export function addFailureProblem(
  title: string,
  rejections: readonly string[],
  problem: Problem | null,
): Problem | null {
  if (rejections.length === 0) return problem;
  const generalDetails = problem === null ? [] : [`${problem.title}. ${problem.detail}`];
  return { title, detail: [...rejections, ...generalDetails].join(" "), canRetry: true };
}

export function partlyAddedAnnouncement(
  addedCount: number,
  failedCount: number,
  rejections: readonly string[],
): string {
  return `${formatCount(addedCount)} added, ${formatCount(failedCount)} failed. ${rejections.join(" ")}`;
}

/** Describes a partial success. Shown above the remaining people in the form. */
export function partlyAddedNotice(names: readonly string[]): Omit<Problem, "canRetry"> {
  return {
    title: `${pluralize(names.length, "member", "members")} added`,
    detail: `${formatList(names)}. The others are still in the form.`,
  };
}

/** Returns the name of a single person, or the number of people. */
export function addedPeopleLabel(names: readonly string[]): string {
  const [first] = names;
  return first !== undefined && names.length === 1 ? first : pluralize(names.length, "member", "members");
}

/** Limited because more names don't fit in a toast. */
const MAX_NAMED = 5;

/** Lists up to `MAX_NAMED` names, then the number of remaining people. */
export function addedPeopleNames(names: readonly string[]): string {
  const remainingCount = names.length - MAX_NAMED;
  return formatList(
    remainingCount > 0 ? [...names.slice(0, MAX_NAMED), `${formatCount(remainingCount)} more`] : names,
  );
}
