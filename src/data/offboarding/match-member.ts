import { type ExplicitMember, MEMBER_LEVELS, type MemberAccess } from "@/api/members";
import type { OrganizationMember } from "@/api/people";
import type { Subscription } from "@/api/subscriptions";
import type { OtherLevels } from "@/data/changes/access-levels";
import { toInheritedAccess } from "@/data/members/access-controls";
import { withProjectOpenness } from "@/data/members/members";
import { addressKey, mentionsAddress } from "@/lib/recipients/email-match";
import { splitRecipients } from "@/lib/recipients/recipients";

/** The person to offboard. Without a UUID, the email identifies the person. */
export interface DepartingMember {
  readonly uuid: string | null;
  /** Email as entered or sent by the server, not normalized. */
  readonly email: string;
  /** Empty if unknown. */
  readonly name: string;
}

export interface AffectedSubscription {
  readonly record: Subscription;
  /** Whether the departing member is the only recipient. */
  readonly isLast: boolean;
}

export interface OffboardingFindings {
  readonly membership: ExplicitMember | null;
  /** The person's access. Null when the server doesn't report it. */
  readonly access: MemberAccess | null;
  /** Access that doesn't depend on an explicit level. The level in the organization is “none” for an outsider. */
  readonly others: OtherLevels;
  /** Subscriptions that the departing member receives, sorted by ID. */
  readonly affected: readonly AffectedSubscription[];
  /** Subscriptions that the person created, sorted by ID. */
  readonly created: readonly Subscription[];
  /** Subscriptions to review, which contain the email in a channel, a URL, or a longer recipient, sorted by ID. */
  readonly named: readonly Subscription[];
}

/** Lists from separate requests. */
export interface OffboardingSources {
  readonly members: readonly ExplicitMember[];
  /** Everyone in the organization, on servers with access controls. */
  readonly access?: readonly MemberAccess[] | undefined;
  readonly organization?: readonly OrganizationMember[];
  /** Whether `access` or `organization` includes everyone in the organization. */
  readonly isEveryone?: boolean;
  /** Whether everyone in the organization has access to the project. Null when unknown. */
  readonly isProjectOpen?: boolean | null;
  readonly subscriptions: Iterable<Subscription>;
}

/**
 * Finds a person's membership and access, and the subscriptions that the person created, receives,
 * or is mentioned in. Matches any form of the email.
 */
export function matchMember(
  departingMember: DepartingMember,
  sources: OffboardingSources,
): OffboardingFindings {
  const { members, access = [], organization = [], subscriptions } = sources;
  const { isEveryone = false, isProjectOpen = null } = sources;
  const key = addressKey(departingMember.email);
  const byId = new Map<number, Subscription>();
  for (const record of subscriptions) {
    // A subscription that is restored between two requests is in both lists. The active copy takes precedence,
    // because it is delivered.
    if (!record.deleted || !byId.has(record.id)) byId.set(record.id, record);
  }
  const isPerson = ({ user }: { readonly user: Person }) => isDepartingMember(user, departingMember, key);
  const membership = members.find(isPerson) ?? null;
  const person = access.find(isPerson) ?? null;
  const colleague = organization.find(isPerson);
  const isOutsider = isEveryone && person === null && colleague === undefined;
  const inherited = membership?.inherited_access ?? (person === null ? undefined : toInheritedAccess(person));
  const others = {
    parent_level:
      membership?.parent_level ??
      person?.organization_level ??
      (isOutsider && membership === null ? MEMBER_LEVELS.none : (colleague?.level ?? null)),
    // Explicit levels exist only in private projects, but a project may have been opened later.
    ...((membership === null || isProjectOpen === true) && { is_project_open: isProjectOpen }),
    ...(inherited && { inherited_access: inherited }),
  };
  const sorted = [...byId.values()].sort((a, b) => a.id - b.id);
  return {
    membership: membership && withProjectOpenness(membership, isProjectOpen),
    access: person,
    others,
    affected: sorted.flatMap((record) => findAffected(record, key) ?? []),
    created: sorted.filter(({ created_by }) => isDepartingMember(created_by, departingMember, key)),
    named: sorted.filter((record) => isMentionedIn(record, departingMember.email, key)),
  };
}

/** Whether a recipient contains the email without being the email. */
function isMentionedIn({ target_type, target_value }: Subscription, email: string, key: string): boolean {
  const parts = target_type === "email" ? splitRecipients(target_value) : [target_value];
  return parts.some(
    (part) => (target_type !== "email" || addressKey(part) !== key) && mentionsAddress(part, email),
  );
}

type Person = ExplicitMember["user"];

/** The UUID takes precedence, because an email may have been reassigned. */
function isDepartingMember(person: Person, { uuid }: DepartingMember, key: string): boolean {
  if (person === null) return false;
  if (uuid !== null && person.uuid !== null) return person.uuid.toLowerCase() === uuid.toLowerCase();
  return key !== "" && addressKey(person.email) === key;
}

function findAffected(record: Subscription, key: string): AffectedSubscription | null {
  if (record.target_type !== "email" || key === "") return null;
  // Entries that contain only invisible characters aren't recipients.
  const parts = splitRecipients(record.target_value).filter((part) => addressKey(part) !== "");
  const isOwn = parts.map((part) => addressKey(part) === key);
  return isOwn.includes(true) ? { record, isLast: !isOwn.includes(false) } : null;
}
