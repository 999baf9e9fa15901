import type { ExplicitMember } from "@/contract/members";
import type { Subscription } from "@/contract/subscriptions";
import { addressKey, mentionsAddress } from "@/lib/recipients/email-match";
import { splitRecipients } from "@/lib/recipients/recipients";

/** Who leaves. Somebody who is no member is known by the address alone. */
export interface DepartingMember {
  readonly uuid: string | null;
  /** As it was typed or served. */
  readonly email: string;
  /** Empty where nobody told it. */
  readonly name: string;
}

/** A delivery that reaches a leaver. */
export interface AffectedSubscription {
  readonly record: Subscription;
  /** How the address is written there, byte for byte, as often as it is. */
  readonly spellings: readonly string[];
  /** Nobody else gets it. */
  readonly isLast: boolean;
}

/** All that is to be thought of when somebody leaves. */
export interface OffboardingFindings {
  readonly membership: ExplicitMember | null;
  /** By id. */
  readonly affected: readonly AffectedSubscription[];
  /** Deliveries they have created, by id; nobody can be given them. */
  readonly created: readonly Subscription[];
  /**
   * Deliveries that name the address and are not sure to reach them, by id: in a Slack channel or web address, or in one
   * part with something else. A person has to look there.
   */
  readonly named: readonly Subscription[];
}

/** What is looked through: lists that overlap, or have a record in the wrong one, do no harm. */
export interface OffboardingSources {
  readonly members: readonly ExplicitMember[];
  readonly subscriptions: Iterable<Subscription>;
}

/** What a leaver has in a project: as member, as recipient in any spelling, and as maker. */
export function scanForMember(
  departingMember: DepartingMember,
  { members, subscriptions }: OffboardingSources,
): OffboardingFindings {
  const key = addressKey(departingMember.email);
  const byId = new Map<number, Subscription>();
  for (const record of subscriptions) {
    // Restored between two readings it stands in both lists. What may reach them counts; it is looked at before it is changed.
    if (!record.deleted || !byId.has(record.id)) byId.set(record.id, record);
  }
  const sorted = [...byId.values()].sort((a, b) => a.id - b.id);
  return {
    membership: members.find(({ user }) => isDepartingMember(user, departingMember, key)) ?? null,
    affected: sorted.flatMap((record) => findAffected(record, key) ?? []),
    created: sorted.filter(({ created_by }) => isDepartingMember(created_by, departingMember, key)),
    named: sorted.filter((record) => isMentionedIn(record, departingMember.email, key)),
  };
}

/** Whether something of the recipients names the address without being it. */
function isMentionedIn({ target_type, target_value }: Subscription, email: string, key: string): boolean {
  const parts = target_type === "email" ? splitRecipients(target_value) : [target_value];
  return parts.some(
    (part) => (target_type !== "email" || addressKey(part) !== key) && mentionsAddress(part, email),
  );
}

type Person = ExplicitMember["user"];

/** Servers tell people apart by UUID; an address may have been given to somebody else. */
function isDepartingMember(person: Person, { uuid }: DepartingMember, key: string): boolean {
  if (person === null) return false;
  if (uuid !== null && person.uuid !== null) return person.uuid.toLowerCase() === uuid.toLowerCase();
  return key !== "" && addressKey(person.email) === key;
}

/** Slack channels and web addresses are no people, whatever is written there. */
function findAffected(record: Subscription, key: string): AffectedSubscription | null {
  if (record.target_type !== "email" || key === "") return null;
  // A part in which nobody can see a letter is nobody.
  const parts = splitRecipients(record.target_value).filter((part) => addressKey(part) !== "");
  const spellings = parts.filter((part) => addressKey(part) === key);
  if (spellings.length === 0) return null;
  return { record, spellings, isLast: spellings.length === parts.length };
}
