import type { ExplicitMember } from "@/contract/members";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import type { PlannedChange } from "@/data/changes/planned-change";
import { addressKey } from "@/lib/recipients/email-match";
import { joinRecipients } from "@/lib/recipients/recipient-text";
import { splitRecipients } from "@/lib/recipients/recipients";
import type { AffectedSubscription, DepartingMember, OffboardingFindings } from "./offboarding-scan";
import {
  ALREADY_IN_TRASH,
  lastRecipientMessage,
  replacementIssue,
  UNKNOWN_MEMBERSHIP_USER,
} from "./offboarding-step-messages";

/** What becomes of a delivery: the leaver is taken out, somebody else comes in the same place, or it goes to the bin. */
export type Treatment =
  | { readonly kind: "remove" }
  | { readonly kind: "replace"; readonly by: string }
  | { readonly kind: "delete" };

/** What a person has chosen; kept with the case, so that a resumed one is planned alike. */
export interface OffboardingChoices {
  readonly treatment: "remove" | "replace";
  /** Who comes in, where `treatment` is "replace". */
  readonly by: string;
  /** What becomes of deliveries that reach nobody else, where `treatment` is "remove". */
  readonly whenLast: "delete" | "redirect";
  /** Who gets those then. */
  readonly redirectTo: string;
  /** Deliveries that are treated otherwise, by the key of their step. */
  readonly own: Readonly<Record<string, Treatment>>;
  /** Steps that are ticked otherwise than at first, by their key. */
  readonly ticks: Readonly<Record<string, boolean>>;
}

/** What is proposed before anybody has chosen. */
export const DEFAULT_CHOICES: OffboardingChoices = {
  treatment: "remove",
  by: "",
  whenLast: "delete",
  redirectTo: "",
  own: {},
  ticks: {},
};

interface OffboardingStepBase {
  /** The same whenever the same record is planned anew. */
  readonly key: string;
  readonly name: string;
  readonly isSelected: boolean;
  /** What is sent when it is ticked; of kind "nothing" or "impossible" where nothing can be. */
  readonly change: PlannedChange;
}

/** One thing that has to be done, as it would be done now. */
export type OffboardingStep =
  | (OffboardingStepBase & { readonly kind: "membership"; readonly member: ExplicitMember })
  | (OffboardingStepBase & {
      /** `bin`: it reaches nobody as long as it stays there. */
      readonly kind: "delivery" | "bin";
      readonly record: Subscription;
      readonly isLast: boolean;
      readonly spellings: readonly string[];
      readonly treatment: Treatment;
      /** Who comes gets it in another way already, and only the leaver goes. */
      readonly isAlreadyRecipient: boolean;
      /** Who gets it at once, which nobody can call back; null where nobody does. */
      readonly sendsTo: string | null;
    });

/** The step of the membership. */
export const MEMBERSHIP_KEY = "membership";

/** The key of a delivery's step. One in the bin is another step: what was deleted on the way is not asked about again. */
export function stepKey({ id, deleted }: Pick<Subscription, "id" | "deleted">): string {
  return `${deleted ? "bin" : "delivery"} ${id}`;
}

/** Every step of an offboarding, the membership first, then deliveries, then what is in the bin. */
export function planOffboarding(
  departingMember: DepartingMember,
  { membership, affected }: OffboardingFindings,
  choices: OffboardingChoices,
): readonly OffboardingStep[] {
  const activeSubscriptions = affected.filter(({ record }) => !record.deleted);
  const trashedSubscriptions = affected.filter(({ record }) => record.deleted);
  return [
    ...(membership === null ? [] : [createMembershipStep(departingMember, membership, choices)]),
    ...[...activeSubscriptions, ...trashedSubscriptions].map((found) =>
      createSubscriptionStep(departingMember, found, choices),
    ),
  ];
}

function createMembershipStep(
  departingMember: DepartingMember,
  member: ExplicitMember,
  { ticks }: OffboardingChoices,
): OffboardingStep {
  const key = MEMBERSHIP_KEY;
  const name = departingMember.name || departingMember.email || "Unnamed person";
  // Servers find a membership by its person, and by nothing else.
  const change: PlannedChange =
    member.user?.uuid == null
      ? {
          key,
          name,
          kind: "impossible",
          why: UNKNOWN_MEMBERSHIP_USER,
        }
      : { key, name, resource: "member", kind: "remove", before: member };
  return { kind: "membership", key, name, member, change, isSelected: ticks[key] ?? true };
}

function createSubscriptionStep(
  departingMember: DepartingMember,
  found: AffectedSubscription,
  choices: OffboardingChoices,
): OffboardingStep {
  const { record, isLast, spellings } = found;
  const key = stepKey(record);
  const name = getSubscriptionName(record);
  const treatment = choices.own[key] ?? getTreatment(found, choices);
  const common = { kind: record.deleted ? "bin" : "delivery", key, name, record, isLast, spellings } as const;
  const isAlreadyRecipient = treatment.kind === "replace" && isRecipient(record, treatment.by);
  const verdict = planTreatment(departingMember, found, treatment, isAlreadyRecipient);
  const change: PlannedChange =
    "why" in verdict
      ? { key, name, ...verdict }
      : {
          key,
          name,
          resource: "subscription",
          kind: "change",
          before: record,
          body: verdict,
          // It goes only as long as nobody else has come in.
          ...(treatment.kind === "delete" && { precondition: ["target_value"] as const }),
        };
  const addsRecipient =
    treatment.kind === "replace" && !isAlreadyRecipient && !record.deleted && change.kind === "change";
  return {
    ...common,
    treatment,
    isAlreadyRecipient,
    sendsTo: addsRecipient ? treatment.by.trim() : null,
    change,
    isSelected: choices.ticks[key] ?? !record.deleted,
  };
}

/** What the choices for all mean for one. In the bin a delivery reaches nobody, so it is never put there again. */
function getTreatment(
  { isLast, record }: AffectedSubscription,
  { treatment, by, whenLast, redirectTo }: OffboardingChoices,
): Treatment {
  if (treatment === "replace") return { kind: "replace", by };
  if (!isLast || record.deleted) return { kind: "remove" };
  return whenLast === "delete" ? { kind: "delete" } : { kind: "replace", by: redirectTo };
}

type SkipReason = { readonly kind: "nothing" | "impossible"; readonly why: string };

function planTreatment(
  departingMember: DepartingMember,
  { record, isLast }: AffectedSubscription,
  treatment: Treatment,
  isAlreadyRecipient: boolean,
): SubscriptionChange | SkipReason {
  if (treatment.kind === "delete") {
    return record.deleted ? { kind: "nothing", why: ALREADY_IN_TRASH } : { deleted: true };
  }
  if (treatment.kind === "remove") {
    if (isLast) return { kind: "impossible", why: lastRecipientMessage(record.deleted) };
    return { target_value: replaceRecipient(record, departingMember, null) };
  }
  const issue = replacementIssue(departingMember, treatment.by);
  if (issue !== null) return { kind: "impossible", why: issue };
  return {
    target_value: replaceRecipient(record, departingMember, isAlreadyRecipient ? null : treatment.by.trim()),
  };
}

function isRecipient({ target_value }: Subscription, address: string): boolean {
  const key = addressKey(address);
  return splitRecipients(target_value).some((part) => addressKey(part) === key);
}

/** The recipients with the leaver gone, or somebody in the first of those places; the others byte for byte. */
function replaceRecipient(
  { target_value }: Subscription,
  departingMember: DepartingMember,
  by: string | null,
): string {
  const key = addressKey(departingMember.email);
  let replacement = by;
  const remaining = splitRecipients(target_value).flatMap((part) => {
    if (addressKey(part) !== key) return [part];
    const inserted = replacement === null ? [] : [replacement];
    replacement = null;
    return inserted;
  });
  return joinRecipients(remaining);
}

/** What a delivery is called: its title, else its number and what it sends. */
export function getSubscriptionName({
  id,
  title,
  dashboard,
  insight,
}: Pick<Subscription, "id" | "title" | "dashboard" | "insight">): string {
  const trimmedTitle = title?.trim();
  if (trimmedTitle) return trimmedTitle;
  const source =
    dashboard !== null ? `Dashboard ${dashboard}` : insight !== null ? `Insight ${insight}` : null;
  return source === null ? `Subscription ${id}` : `Subscription ${id} (${source})`;
}
