import * as z from "zod/mini";
import { type ExplicitMember, type InheritedAccess, MEMBER_LEVELS } from "@/api/members";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import {
  endAccessMessage,
  inheritedLevel,
  isFromOrganization,
  isLevelRestricting,
  remainingAccessMessage,
  restrictingLevelMessage,
} from "@/data/changes/access-levels";
import type { PlannedChange } from "@/data/changes/planned-change";
import { getAccessLevel, isRuleUnknown } from "@/data/members/access-controls";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { addressKey } from "@/lib/recipients/email-match";
import { editRecipients, splitRecipients } from "@/lib/recipients/recipients";
import { validateRecipient } from "@/lib/recipients/validate-recipient";
import type { ReferenceNames } from "@/lib/search/record-schema";
import type { AffectedSubscription, DepartingMember, OffboardingFindings } from "./match-member";

const treatmentSchema = z.union([
  z.object({ kind: z.literal("remove") }),
  z.object({ kind: z.literal("replace"), by: z.string() }),
  z.object({ kind: z.literal("delete") }),
]);

/** Change to a subscription: remove or replace the departing member's email, or move the subscription to Trash. */
export type Treatment = z.output<typeof treatmentSchema>;

/** The user's choices. Stored with the offboarding, so that resuming it creates the same plan. */
export const offboardingChoicesSchema = z.object({
  treatment: z.enum(["remove", "replace"]),
  /** Replacement email when `treatment` is "replace". */
  by: z.string(),
  /** Treatment of subscriptions without other recipients when `treatment` is "remove". */
  whenLast: z.enum(["delete", "redirect"]),
  /** Replacement email when `whenLast` is "redirect". */
  redirectTo: z.string(),
  /** Individual treatments that differ from the general choice, by step key. */
  own: z.catchall(z.object({}), treatmentSchema),
  /** Selections that differ from the default, by step key. */
  ticks: z.catchall(z.object({}), z.boolean()),
});

export type OffboardingChoices = z.output<typeof offboardingChoicesSchema>;

export const DEFAULT_CHOICES: OffboardingChoices = {
  treatment: "remove",
  by: "",
  whenLast: "delete",
  redirectTo: "",
  own: {},
  ticks: {},
};

interface OffboardingStepBase {
  /** Stays the same when the record is planned again. */
  readonly key: string;
  readonly name: string;
  readonly isSelected: boolean;
  /** Change to send when the step is selected. The kind is "nothing" or "impossible" when nothing can be sent. */
  readonly change: PlannedChange;
}

export type OffboardingStep =
  | (OffboardingStepBase & {
      readonly kind: "membership";
      /** Null without an explicit level. The step then adds the level “No access”. */
      readonly member: ExplicitMember | null;
      /**
       * Access that would remain without an explicit level, and that the step blocks with the level “No access” if
       * possible. Null if the step removes the explicit level.
       */
      readonly closes: Pick<InheritedAccess, "level" | "reason"> | null;
    })
  | (OffboardingStepBase & {
      /** `trash`: a subscription in Trash. It has no scheduled deliveries. */
      readonly kind: "subscription" | "trash";
      readonly record: Subscription;
      readonly isLast: boolean;
      readonly treatment: Treatment;
      /** Whether the replacement is already a recipient, so that the email is removed instead of replaced. */
      readonly isAlreadyRecipient: boolean;
    });

export const MEMBERSHIP_KEY = "membership";

/** The key of a subscription in Trash differs, so that a subscription deleted by its step isn't planned again. */
export function stepKey({ id, deleted }: Pick<Subscription, "id" | "deleted">): string {
  return `${deleted ? "trash" : "subscription"} ${id}`;
}

/**
 * Returns the steps in this order: the membership, active subscriptions, and subscriptions in Trash.
 * @param names names of dashboards and insights, for untitled subscriptions
 */
export function planOffboarding(
  departingMember: DepartingMember,
  findings: OffboardingFindings,
  choices: OffboardingChoices,
  names?: ReferenceNames,
): readonly OffboardingStep[] {
  const subscriptionSteps = findings.affected.map((found) =>
    createSubscriptionStep(departingMember, found, choices, names),
  );
  return [
    ...createMembershipSteps(departingMember, findings, choices),
    ...subscriptionSteps.filter(({ kind }) => kind === "subscription"),
    ...subscriptionSteps.filter(({ kind }) => kind === "trash"),
  ];
}

/** Returns the inherited access that may remain and that the level “No access” can block, otherwise null. */
function getClosableAccess({ access, membership, others }: OffboardingFindings): InheritedAccess | null {
  const { inherited_access: inherited } = others;
  if (access === null || inherited === undefined || membership?.level === MEMBER_LEVELS.none) return null;
  const mayRemain =
    inherited.level !== MEMBER_LEVELS.none ||
    (membership === null && getAccessLevel(access) !== MEMBER_LEVELS.none);
  const isClosable =
    !isFromOrganization(others) && (inherited.minimum ?? MEMBER_LEVELS.none) === MEMBER_LEVELS.none;
  return mayRemain && isClosable ? inherited : null;
}

/**
 * Plans the removal of an explicit level or, where access may remain, the level “No access”. If neither is possible,
 * the step explains the access that remains.
 */
function createMembershipSteps(
  departingMember: DepartingMember,
  findings: OffboardingFindings,
  { ticks }: OffboardingChoices,
): readonly OffboardingStep[] {
  const { membership: member, access, others } = findings;
  const key = MEMBERSHIP_KEY;
  const name = departingMember.name || departingMember.email || "Unnamed person";
  const step = { kind: "membership", key, name, member, isSelected: ticks[key] ?? true } as const;
  const impossible = (why: string) => ({ key, name, kind: "impossible", why }) as const;
  if (access !== null && isRuleUnknown(access)) {
    const why =
      "The server returned an unknown level for this person, so their access can't be changed here. Remove it on the server.";
    return [{ ...step, closes: { level: getAccessLevel(access), reason: "" }, change: impossible(why) }];
  }
  const closes = getClosableAccess(findings);
  const uuid = closes === null ? member?.user?.uuid : access?.user?.uuid;
  if ((closes !== null || (member !== null && !isRestricting(member))) && uuid == null) {
    const why =
      "The server didn't return this user, so the membership can't be removed here. Remove it on the server.";
    return [{ ...step, closes, change: impossible(why) }];
  }
  if (closes !== null && uuid != null) {
    const level = MEMBER_LEVELS.none;
    const change: PlannedChange =
      member === null
        ? { key, name, resource: "member", kind: "create", body: { user_uuid: uuid, level } }
        : { key, name, resource: "member", kind: "change", before: member, body: { level } };
    return [{ ...step, closes, change }];
  }
  if (member !== null) {
    const change: PlannedChange = isRestricting(member)
      ? {
          key,
          name,
          kind: "nothing",
          why: `The explicit level limits access. ${restrictingLevelMessage(member)}`,
        }
      : { key, name, resource: "member", kind: "remove", before: member };
    return [{ ...step, closes: null, change }];
  }
  const remaining = inheritedLevel(others);
  if (remaining === null || remaining === MEMBER_LEVELS.none) return [];
  const why = `${remainingAccessMessage(others)} ${endAccessMessage(others) ?? "Remove it on the server."}`;
  const reason = others.inherited_access?.reason ?? "";
  return [{ ...step, closes: { level: remaining, reason }, change: impossible(why) }];
}

/** Whether an explicit level restricts the person's access, so that removing it may give them more. */
function isRestricting(member: ExplicitMember): boolean {
  const isClosed = member.inherited_access && member.level === MEMBER_LEVELS.none;
  return isLevelRestricting(member) || (isClosed === true && inheritedLevel(member) !== MEMBER_LEVELS.none);
}

function createSubscriptionStep(
  departingMember: DepartingMember,
  found: AffectedSubscription,
  choices: OffboardingChoices,
  names: ReferenceNames | undefined,
): OffboardingStep {
  const { record, isLast } = found;
  const key = stepKey(record);
  const name = subscriptionTitle(record, names).text;
  const treatment = choices.own[key] ?? getTreatment(found, choices);
  const isAlreadyRecipient = treatment.kind === "replace" && isRecipient(record, treatment.by);
  const verdict = planTreatment(departingMember, found, treatment, isAlreadyRecipient);
  const update = { resource: "subscription", kind: "change", before: record } as const;
  // The deletion is skipped if someone else has changed the recipients.
  const condition = treatment.kind === "delete" && { precondition: ["target_value"] as const };
  const change: PlannedChange =
    "why" in verdict ? { key, name, ...verdict } : { key, name, ...update, body: verdict, ...condition };
  return {
    kind: record.deleted ? "trash" : "subscription",
    key,
    name,
    record,
    isLast,
    treatment,
    isAlreadyRecipient,
    change,
    isSelected: choices.ticks[key] ?? !record.deleted,
  };
}

function getTreatment(
  { isLast, record }: AffectedSubscription,
  { treatment, by, whenLast, redirectTo }: OffboardingChoices,
): Treatment {
  if (treatment === "replace") return { kind: "replace", by };
  if (!isLast || record.deleted) return { kind: "remove" };
  return whenLast === "delete" ? { kind: "delete" } : { kind: "replace", by: redirectTo };
}

function planTreatment(
  departingMember: DepartingMember,
  { record, isLast }: AffectedSubscription,
  treatment: Treatment,
  isAlreadyRecipient: boolean,
): SubscriptionChange | { readonly kind: "nothing" | "impossible"; readonly why: string } {
  if (treatment.kind === "delete") {
    return record.deleted ? { kind: "nothing", why: "Already in Trash." } : { deleted: true };
  }
  if (treatment.kind === "remove") {
    if (isLast) {
      const why = record.deleted
        ? "There's no other recipient. Replace the address."
        : "There's no other recipient. Replace the address or move the subscription to Trash.";
      return { kind: "impossible", why };
    }
    return { target_value: replaceRecipient(record, departingMember, null) };
  }
  const issue = replacementIssue(departingMember, treatment.by);
  if (issue !== null) return { kind: "impossible", why: issue };
  const by = isAlreadyRecipient ? null : treatment.by.trim();
  return { target_value: replaceRecipient(record, departingMember, by) };
}

function isRecipient({ target_value }: Subscription, address: string): boolean {
  const key = addressKey(address);
  return splitRecipients(target_value).some((part) => addressKey(part) === key);
}

/** Removes every occurrence of the email. With `by`, replaces the first one and removes the others. */
function replaceRecipient(
  { target_value }: Subscription,
  departingMember: DepartingMember,
  by: string | null,
): string {
  const key = addressKey(departingMember.email);
  let replacement = by;
  return editRecipients(target_value, (part) => {
    if (addressKey(part) !== key) return part;
    const inserted = replacement;
    replacement = null;
    return inserted;
  });
}

/** Returns why a text can't replace the departing member's email, or null for a valid replacement. */
export function replacementIssue(departingMember: Pick<DepartingMember, "email">, by: string): string | null {
  const text = by.trim();
  if (text === "") return "Enter a replacement.";
  const issue = validateRecipient("email", text);
  if (issue !== null || addressKey(text) !== addressKey(departingMember.email)) return issue;
  return "This is the departing member's email address. Enter a different one.";
}
