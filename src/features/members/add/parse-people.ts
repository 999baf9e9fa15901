import { levelWords } from "@/data/changes/access-levels";
import type { KnownPerson } from "@/data/people/known-people";
import { isEmailAddress } from "@/lib/recipients/recipient-text";
import { normaliseAddress } from "@/lib/recipients/recipients";
import { foldText } from "@/lib/text/normalize-text";

/** Each person is a request; more are hardly meant. */
export const MOST_PEOPLE = 100;

/** What is known of people, and who asks. */
export interface PeopleKnown {
  readonly people: readonly KnownPerson[];
  /** UUID of the key holder; null where nobody says. */
  readonly me: string | null;
}

/** Somebody to add: as typed, and as the server wants them. */
export interface Newcomer {
  readonly text: string;
  readonly uuid: string;
  readonly name: string;
}

/** Who a text means, or what is wrong with it. */
export type PersonReading =
  | { readonly ok: true; readonly newcomer: Newcomer }
  | { readonly ok: false; readonly mistake: string };

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Who a typed UUID or address means, or what is wrong with it, as a sentence that names it. */
export function readPerson(text: string, { people, me }: PeopleKnown): PersonReading {
  const wrong = (mistake: string): PersonReading => ({ ok: false, mistake: `“${text}” ${mistake}` });
  const found = findPeople(text, people);
  if (found === null) {
    return wrong("is neither a UUID nor an address. Choose somebody from the list, or paste their UUID.");
  }
  if (found.length > 1) return wrong("belongs to several people. Enter the UUID of the one you mean.");
  const [person] = found;
  if (person === undefined && !UUID.test(text)) {
    return wrong("belongs to nobody seen in this project's data. Enter the person's UUID instead.");
  }
  const uuid = person?.uuid ?? text.toLowerCase();
  if (me !== null && uuid.toLowerCase() === me.toLowerCase()) {
    return wrong("is you: nobody can add themselves.");
  }
  if (person?.isMember === true) return wrong(`is a member already (${person.name}).`);
  return { ok: true, newcomer: { text, uuid, name: person?.name ?? uuid } };
}

/** Who each of these texts means: who is named twice, by UUID and by address, is wrong the second time. */
export function readPeople(texts: readonly string[], known: PeopleKnown): ReadonlyMap<string, PersonReading> {
  const readings = new Map<string, PersonReading>();
  const firstOf = new Map<string, string>();
  for (const text of texts) {
    const reading = readPerson(text, known);
    const uuid = reading.ok ? reading.newcomer.uuid.toLowerCase() : "";
    const first = firstOf.get(uuid);
    if (reading.ok && first === undefined) firstOf.set(uuid, text);
    readings.set(
      text,
      first === undefined
        ? reading
        : { ok: false, mistake: `“${text}” is the same person as “${first}”. Take one of them out.` },
    );
  }
  return readings;
}

/** Null for a text that is neither a UUID nor an address. */
function findPeople(text: string, people: readonly KnownPerson[]): readonly KnownPerson[] | null {
  if (UUID.test(text)) return people.filter(({ uuid }) => uuid.toLowerCase() === text.toLowerCase());
  if (!isEmailAddress(text)) return null;
  const wanted = normaliseAddress(text);
  return people.filter(({ email }) => normaliseAddress(email) === wanted);
}

/** More would not be read. */
const MOST_OFFERED = 8;

/** Who fits what is typed, by name, address or UUID, and could be added. */
export function suggestPeople(draft: string, { people, me }: PeopleKnown) {
  const words = foldText(draft).split(/\s+/).filter(Boolean);
  const fits = ({ name, email, uuid }: KnownPerson) => {
    const haystack = foldText(`${name} ${email} ${uuid}`);
    return words.every((word) => haystack.includes(word));
  };
  return people
    .filter((person) => !person.isMember && person.uuid !== me && fits(person))
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, MOST_OFFERED)
    .map(({ uuid, name, email, organizationLevel: level }) => ({
      item: isOnlyOne(email, people) ? email : uuid,
      label: name,
      detail: [email !== name && email, level !== null && `${levelWords(level)} of the organisation`]
        .filter(Boolean)
        .join(" · "),
    }));
}

/** A UUID by the address that says more, as long as that is known and one person's. */
export function chipText(uuid: string, { people }: PeopleKnown): string {
  const [person] = findPeople(uuid, people) ?? [];
  return person !== undefined && isOnlyOne(person.email, people) ? person.email : uuid;
}

function isOnlyOne(email: string, people: readonly KnownPerson[]): boolean {
  return email !== "" && findPeople(email, people)?.length === 1;
}
