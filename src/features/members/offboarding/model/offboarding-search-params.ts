import type { DepartingMember } from "@/data/offboarding/offboarding-scan";
import { addressKey } from "@/lib/recipients/email-match";

/** What stands in the page's address. */
export interface OffboardingSearchParams {
  /** UUID or address of the person; null where nobody is chosen. */
  readonly person: string | null;
  /** A case that was begun. */
  readonly offboardingId: string | null;
  /** The case is to be taken up again. */
  readonly isResuming: boolean;
}

/** Reads the search of the page's address. */
export function parseOffboardingSearchParams(search: URLSearchParams): OffboardingSearchParams {
  return {
    person: search.get("who")?.trim() || null,
    offboardingId: search.get("case") || null,
    isResuming: search.has("resume"),
  };
}

/** The search of a case's report, or of taking it up again. */
export function formatOffboardingSearch(id: string, { isResuming = false } = {}): string {
  return `?case=${encodeURIComponent(id)}${isResuming ? "&resume" : ""}`;
}

/** Somebody seen in the project or its organisation. */
interface KnownPerson {
  readonly uuid: string;
  /** Empty where nobody told it. */
  readonly name: string;
  readonly email: string;
}

const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Looser than what is sent: whatever stands in a delivery has to be found. */
const EMAIL_PATTERN = /^[^@,]+@[^@,]+$/u;

/** Who is meant by a UUID or an address; null for a text that is neither. Nobody has to be known. */
export function resolveDepartingMember(
  person: string,
  people: readonly KnownPerson[],
): DepartingMember | null {
  const key = addressKey(person);
  const isUuid = UUID_PATTERN.test(person);
  const knownPerson = people.find(({ uuid, email }) =>
    isUuid ? uuid.toLowerCase() === person.toLowerCase() : key !== "" && addressKey(email) === key,
  );
  if (knownPerson) return { uuid: knownPerson.uuid, email: knownPerson.email.trim(), name: knownPerson.name };
  if (isUuid) return { uuid: person, email: "", name: "" };
  return EMAIL_PATTERN.test(key) ? { uuid: null, email: person.trim(), name: "" } : null;
}

const MAX_SUGGESTIONS = 8;

/** Those among the people whose name or address has every word of a text; members first. */
export function findMatchingPeople<Person extends KnownPerson & { readonly isMember: boolean }>(
  text: string,
  people: readonly Person[],
): readonly Person[] {
  const searchWords = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = people.filter(({ name, email }) => {
    const line = `${name} ${email}`.toLowerCase();
    return searchWords.every((word) => line.includes(word));
  });
  return [...matches].sort((a, b) => Number(b.isMember) - Number(a.isMember)).slice(0, MAX_SUGGESTIONS);
}
