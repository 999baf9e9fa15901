import { MEMBER_LEVELS } from "@/api/members";
import { summarizeDeliveries } from "@/data/bulk/change-messages";
import type { SendingRules } from "@/data/capabilities/capabilities";
import {
  DEFAULT_REASON,
  endAccessMessage,
  inheritedLevel,
  inheritedSource,
  levelLabel,
  type OtherLevels,
  otherAccessMessage,
  remainingAccessMessage as otherRemainingAccessMessage,
  otherSource,
} from "@/data/changes/access-levels";
import type { DepartingMember } from "@/data/offboarding/match-member";
import type { OffboardingStep } from "@/data/offboarding/offboarding-plan";
import {
  isAccessClosed,
  isEveryRecordRead,
  isEverythingRead,
  type OffboardingRecord,
  type OffboardingState,
  OWN_LEVEL_REASON,
  type RecordedStep,
  type ScanCoverage,
} from "@/data/offboarding/offboarding-record";
import type { AccessContext, KnownPerson } from "@/data/people/known-people";
import { accessLevelOf, otherLevelsOf } from "@/data/people/known-people";
import { upperFirst } from "@/lib/text/normalize-text";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import type { StatusTone } from "@/ui/primitives/status";

const subscriptionCount = (count: number) => pluralize(count, "subscription", "subscriptions");

export function departingMemberName({ name, email }: Pick<DepartingMember, "name" | "email">): string {
  return name || email || "Unnamed person";
}

/** Shown while another tab runs the same offboarding. This tab sends nothing. */
export const RUNNING_ELSEWHERE = {
  title: "Running in another tab",
  detail: "Continue there, or close that tab and try again.",
} as const;

interface OutcomeLabel {
  readonly tone: StatusTone;
  readonly label: string;
}

export const OUTCOME_LABELS: Readonly<Record<RecordedStep["outcome"], OutcomeLabel>> = {
  waiting: { tone: "neutral", label: "Not sent" },
  done: { tone: "positive", label: "Done" },
  failed: { tone: "danger", label: "Failed" },
  unknown: { tone: "warning", label: "Outcome unknown" },
  changed: { tone: "warning", label: "Conflict" },
  nothing: { tone: "neutral", label: "Nothing to do" },
  impossible: { tone: "warning", label: "Not possible" },
  left: { tone: "neutral", label: "Skipped" },
  gone: { tone: "neutral", label: "Already done" },
  undone: { tone: "neutral", label: "Undone" },
};

export const STATE_LABELS: Readonly<Record<OffboardingState, OutcomeLabel>> = {
  open: { tone: "warning", label: "Unfinished" },
  done: { tone: "positive", label: "Finished" },
  undone: { tone: "neutral", label: "Undone" },
};

/** Formats the action of a step: "Remove ana@x.co". */
export function stepActionLabel(
  { kind, action, by }: Pick<RecordedStep, "kind" | "action" | "by">,
  email: string,
): string {
  if (action === "close") return "Set to No access";
  if (kind === "membership") return "Remove explicit level";
  if (action === "delete") return "Move subscription to Trash";
  return action === "replace" && by !== null ? `Replace ${email} with ${by}` : `Remove ${email}`;
}

/** Describes a person's access to the project: "Administrator from the organization". */
export function accessNote(person: KnownPerson, context: AccessContext): string {
  const level = accessLevelOf(person, context);
  if (level === null) return "Access unknown";
  return person.isMember || level === MEMBER_LEVELS.none
    ? levelLabel(level)
    : `${levelLabel(level)} from ${otherSource(otherLevelsOf(person, context))}`;
}

const CHECK_ON_SERVER = "Check it on the server.";

/**
 * Describes the access that remains after an offboarding, and how to end it. Null for a person outside the
 * organization.
 */
export function remainingAccessMessage({
  organizationLevel,
  inherited,
  isProjectOpen,
  steps = [],
}: Pick<OffboardingRecord, "organizationLevel" | "inherited" | "isProjectOpen"> &
  Partial<Pick<OffboardingRecord, "steps">>): string | null {
  const hasMembershipStep = steps.some(({ kind }) => kind === "membership");
  const others: OtherLevels = {
    parent_level: organizationLevel,
    // Records of older versions don't include it. Only private projects had explicit levels to remove.
    is_project_open: isProjectOpen === undefined && hasMembershipStep ? false : (isProjectOpen ?? null),
    ...(inherited && { inherited_access: { ...inherited, minimum: null, maximum: null } }),
  };
  const level = inheritedLevel(others);
  if (isAccessClosed({ steps })) {
    const isEnforced =
      inherited === undefined ||
      level === MEMBER_LEVELS.none ||
      inherited.reason === DEFAULT_REASON ||
      inherited.reason === OWN_LEVEL_REASON;
    return isEnforced
      ? "No access remains."
      : `The explicit level is No access, but access from ${inheritedSource(inherited)} may remain. ${CHECK_ON_SERVER}`;
  }
  if (level === null) {
    return inherited === undefined
      ? `${otherAccessMessage(others)}. ${CHECK_ON_SERVER}`
      : `The remaining access is unknown. ${CHECK_ON_SERVER}`;
  }
  if (level > MEMBER_LEVELS.none) {
    return `${otherRemainingAccessMessage(others)} ${endAccessMessage(others) ?? "Remove it on the server."}`;
  }
  if (organizationLevel === null) return `The organization level is unknown. ${CHECK_ON_SERVER}`;
  return organizationLevel === MEMBER_LEVELS.none
    ? null
    : `The organization level (${levelLabel(organizationLevel)}) remains, but it doesn't grant access to this project.`;
}

/** Describes the access of a person without an explicit level. */
export function noMembershipMessage(others: OtherLevels): string {
  const message = "No explicit level in this project";
  const level = inheritedLevel(others);
  if (others.inherited_access || level === null) return `${message}. ${otherAccessMessage(others)}.`;
  if (level > MEMBER_LEVELS.none)
    return `${message}. ${levelLabel(level)} access from ${otherSource(others)}.`;
  return `${message}. No access.`;
}

export function membershipStepLabel(isRemoval: boolean): string {
  return isRemoval ? "Explicit level" : "Access to the project";
}

/** Explains why an offboarding doesn't change subscriptions that the person created. */
export const NOT_TRANSFERABLE =
  "A subscription's creator can't be changed. The subscription keeps sending to its recipients.";

/** Explains why subscriptions that only mention the email aren't changed. */
export const NAMED_HINT =
  "The email address is part of a Slack channel, a URL, or a longer entry, so the subscription isn't changed automatically.";

/** Summarizes a plan: "9 of 12 steps selected. Moves 2 subscriptions to Trash and sends 1 delivery immediately." */
export function previewSummary(steps: readonly OffboardingStep[], rules: SendingRules): string {
  const selectedSteps = steps.filter(({ isSelected }) => isSelected);
  const plannedChanges = selectedSteps.filter(({ change }) => !("why" in change));
  const trashedCount = plannedChanges.filter(
    (step) => step.kind === "subscription" && step.treatment.kind === "delete",
  ).length;
  const { sends, maySend, note } = summarizeDeliveries(
    plannedChanges.map(({ change }) => change),
    rules,
  );
  const parts = [
    trashedCount > 0 && `moves ${subscriptionCount(trashedCount)} to Trash`,
    sends > 0 && `sends ${pluralize(sends, "delivery", "deliveries")} immediately`,
    maySend > 0 && `may send ${pluralize(maySend, "delivery", "deliveries")} immediately`,
  ].filter((part) => part !== false);
  const count = `${formatCount(plannedChanges.length)} of ${pluralize(steps.length, "step", "steps")} selected.`;
  const sentence = parts.length > 0 && `${upperFirst(formatList(parts))}.`;
  return [count, sentence, note].filter(Boolean).join(" ");
}

/** States how many records were scanned, how many were unreadable, and whether they changed during the scan. */
export function scanSummary({ subscriptions, trash, unreadable, hasChanged = false }: ScanCoverage): string {
  const parts = [
    `${subscriptionCount(subscriptions)} and ${formatCount(trash)} in Trash.`,
    unreadable > 0 && unreadableMessage(unreadable),
    hasChanged && CHANGED_DURING_SCAN.detail,
  ];
  return parts.filter((part) => part !== false).join(" ");
}

/** Warns that records may be missing, because other people kept changing the lists. */
export const CHANGED_DURING_SCAN = {
  title: "Records changed during the scan",
  detail: "Someone changed subscriptions or members during the scan, so some may be missing.",
} as const;

/** Warns that unreadable records may contain the departing member. */
export function unreadableMessage(count: number): string {
  return `${pluralize(count, "record", "records")} couldn't be read. Check on the server whether ${count === 1 ? "it includes" : "they include"} this person.`;
}

/** Explains an empty plan, without claims about unreadable records. */
export function nothingFoundMessage(
  { email }: Pick<DepartingMember, "email">,
  coverage: ScanCoverage,
  offboarding: Pick<OffboardingRecord, "steps"> | null,
  others: OtherLevels,
): string {
  if (offboarding !== null) {
    return isEverythingRead(coverage)
      ? "All planned steps are done."
      : "The latest scan may be incomplete. Check the unfinished steps on the server.";
  }
  const hasNoMembership = coverage.membersProblem === null && coverage.hasChanged !== true;
  const unknown =
    hasNoMembership && inheritedLevel(others) === null
      ? ` ${otherAccessMessage(others)}. ${CHECK_ON_SERVER}`
      : "";
  if (email === "") {
    const advice = "Subscriptions can't be searched without an email address.";
    return hasNoMembership ? `This person has no explicit level. ${advice}${unknown}` : advice;
  }
  const access = hasNoMembership ? "has no explicit level and " : "";
  const scope = isEveryRecordRead(coverage) ? "any subscription" : "any subscription that could be read";
  return `This person ${access}isn't a recipient of ${scope}, including those in Trash.${unknown}`;
}

const OUTCOME_ORDER: readonly RecordedStep["outcome"][] = [
  "done",
  "undone",
  "failed",
  "unknown",
  "changed",
  "waiting",
  "gone",
  "nothing",
  "impossible",
  "left",
];

/** Summarizes outcomes: "5 done, 1 failed, 2 skipped." */
export function outcomeSummary({ steps }: Pick<OffboardingRecord, "steps">): string {
  const parts = OUTCOME_ORDER.flatMap((outcome) => {
    const count = steps.filter((step) => step.outcome === outcome).length;
    const label = outcome === "unknown" ? "unknown" : OUTCOME_LABELS[outcome].label.toLowerCase();
    return count === 0 ? [] : [`${formatCount(count)} ${label}`];
  });
  return parts.length === 0 ? "No steps." : `${parts.join(", ")}.`;
}
