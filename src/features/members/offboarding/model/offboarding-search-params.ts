import type { Leaver } from "@/data/offboarding/offboarding-scan";
import { addressKey } from "@/lib/recipients/email-match";

/** What stands in the page's address. */
export interface OffboardAddress {
  /** UUID or address of the person; null where nobody is chosen. */
  readonly who: string | null;
  /** A case that was begun. */
  readonly caseId: string | null;
  /** The case is to be taken up again. */
  readonly isResuming: boolean;
}

/** Reads the search of the page's address. */
export function readOffboardAddress(search: URLSearchParams): OffboardAddress {
  return {
    who: search.get("who")?.trim() || null,
    caseId: search.get("case") || null,
    isResuming: search.has("resume"),
  };
}

/** The search of a case's report, or of taking it up again. */
export function searchOfCase(id: string, { isResuming = false } = {}): string {
  return `?case=${encodeURIComponent(id)}${isResuming ? "&resume" : ""}`;
}

/** Somebody seen in the project or its organisation. */
interface KnownPerson {
  readonly uuid: string;
  /** Empty where nobody told it. */
  readonly name: string;
  readonly email: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Looser than what is sent: whatever stands in a delivery has to be found. */
const ADDRESS = /^[^@,]+@[^@,]+$/u;

/** Who is meant by a UUID or an address; null for a text that is neither. Nobody has to be known. */
export function leaverOf(who: string, people: readonly KnownPerson[]): Leaver | null {
  const key = addressKey(who);
  const isUuid = UUID.test(who);
  const known = people.find(({ uuid, email }) =>
    isUuid ? uuid.toLowerCase() === who.toLowerCase() : key !== "" && addressKey(email) === key,
  );
  if (known) return { uuid: known.uuid, email: known.email.trim(), name: known.name };
  if (isUuid) return { uuid: who, email: "", name: "" };
  return ADDRESS.test(key) ? { uuid: null, email: who.trim(), name: "" } : null;
}

const MOST_SHOWN = 8;

/** Those among the people whose name or address has every word of a text; members first. */
export function matchingPeople<Person extends KnownPerson & { readonly isMember: boolean }>(
  text: string,
  people: readonly Person[],
): readonly Person[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = people.filter(({ name, email }) => {
    const line = `${name} ${email}`.toLowerCase();
    return words.every((word) => line.includes(word));
  });
  return [...found].sort((a, b) => Number(b.isMember) - Number(a.isMember)).slice(0, MOST_SHOWN);
}
