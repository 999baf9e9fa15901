import type { DepartingMember } from "@/data/offboarding/match-member";
import { addressKey } from "@/lib/recipients/email-match";
import { paths } from "@/lib/url/paths";

/** Parses the URL's parameters. Accepts parameter names from earlier versions. */
export function parseOffboardingSearchParams(search: URLSearchParams) {
  return {
    /** UUID or email, or null without a selection. */
    person: (search.get("person") ?? search.get("who"))?.trim() || null,
    offboardingId: (search.get("offboarding") ?? search.get("case")) || null,
    isResuming: search.has("resume"),
  };
}

/** Returns the URL of a report, or of a resumed plan. */
export function offboardingUrl(projectId: string, id: string, { isResuming = false } = {}): string {
  return `${paths.offboard(projectId)}?offboarding=${encodeURIComponent(id)}${isResuming ? "&resume" : ""}`;
}

interface KnownPerson {
  readonly uuid: string;
  /** Empty if unknown. */
  readonly name: string;
  readonly email: string;
}

const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Loose, because existing recipients may be malformed. */
const EMAIL_PATTERN = /^[^@,]+@[^@,]+$/u;

/**
 * Resolves a UUID or email to a person. For an unknown person, the result has only the UUID or
 * email. Returns null for other text.
 */
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

/** Finds people by name and email. Each word must match the name or the email. Members come first. */
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
