import { inheritedLevel, levelLabel } from "@/data/changes/access-levels";
import type { OffboardingStep } from "@/data/offboarding/offboarding-plan";
import type {
  OffboardingRecord,
  OffboardingState,
  RecordedStep,
  ScanCoverage,
} from "@/data/offboarding/offboarding-record";
import type { DepartingMember } from "@/data/offboarding/offboarding-scan";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import type { StatusTone } from "@/ui/primitives/status";

const subscriptionCount = (count: number) => pluralize(count, "delivery", "deliveries");

/** What a person is called: the name, else the address. */
export function departingMemberName({ name, email }: Pick<DepartingMember, "name" | "email">): string {
  return name || email || "A person without a name";
}

/** Why nothing is sent for a case that another tab has taken up. */
export const RUNNING_ELSEWHERE = {
  title: "It runs in another tab",
  detail: "Go on there, or close that tab and try again.",
} as const;

interface OutcomeLabel {
  readonly tone: StatusTone;
  readonly label: string;
}

const OUTCOME_LABELS: Readonly<Record<RecordedStep["outcome"], OutcomeLabel>> = {
  waiting: { tone: "neutral", label: "Not sent" },
  done: { tone: "positive", label: "Done" },
  failed: { tone: "danger", label: "Failed" },
  unknown: { tone: "warning", label: "Outcome unknown" },
  changed: { tone: "warning", label: "Changed meanwhile" },
  nothing: { tone: "neutral", label: "Nothing to do" },
  impossible: { tone: "warning", label: "Not possible" },
  left: { tone: "neutral", label: "Left by choice" },
  gone: { tone: "neutral", label: "So already" },
  undone: { tone: "neutral", label: "Undone" },
};

/** What became of a step, as a word and its tone. */
export function outcomeLabel({ outcome }: Pick<RecordedStep, "outcome">): OutcomeLabel {
  return OUTCOME_LABELS[outcome];
}

const STATE_LABELS: Readonly<Record<OffboardingState, OutcomeLabel>> = {
  open: { tone: "warning", label: "Unfinished" },
  done: { tone: "positive", label: "Finished" },
  undone: { tone: "neutral", label: "Undone" },
};

/** How far a case is, as a word and its tone. */
export function offboardingStateLabel(state: OffboardingState): OutcomeLabel {
  return STATE_LABELS[state];
}

/** What a step does, or has done, as a sentence without its end: "Take ana@x.co out". */
export function stepActionLabel(
  { kind, action, by }: Pick<RecordedStep, "kind" | "action" | "by">,
  email: string,
): string {
  if (kind === "membership") return "Remove the explicit membership";
  if (action === "delete") return "Put the delivery into the bin";
  return action === "replace" && by !== null ? `Replace ${email} with ${by}` : `Take ${email} out`;
}

/** What the organisation goes on to give, which nobody can take away from here; null where it gives nothing. */
export function remainingAccessMessage(level: number | null): string | null {
  if (level === null) return "What the organisation gives is not said: look there as well.";
  if (level === 0) return null;
  return inheritedLevel(level) === level
    ? `${levelLabel(level)} through the organisation stays. Only the server's organisation settings end it.`
    : `${levelLabel(level)} of the organisation stays, which alone does not open this project. Only the server's organisation settings end it.`;
}

/** Why created deliveries stand in the list and cannot be ticked. */
export const NOT_TRANSFERABLE =
  "Servers have no way to hand a delivery over: who has created it stays as it is. It goes on being sent to whoever is in it.";

/** Why deliveries that only name somebody are not changed. */
export const NAMED_HINT =
  "They name the address in a Slack channel, a web address, or together with something else in one part. Nobody can tell from here what that means, so nothing is changed.";

/** "9 of 12 steps: 2 deliveries into the bin, 1 goes out at once." */
export function previewSummary(steps: readonly OffboardingStep[]): string {
  const selectedSteps = steps.filter(({ isSelected: isTicked }) => isTicked);
  const plannedChanges = selectedSteps.filter(
    ({ change: write }) => write.kind === "change" || write.kind === "remove",
  );
  const trashedCount = plannedChanges.filter(
    (step) => step.kind === "delivery" && step.treatment.kind === "delete",
  ).length;
  const emailCount = plannedChanges.filter(
    (step) => step.kind !== "membership" && step.sendsTo !== null,
  ).length;
  const parts = [
    trashedCount > 0 && `${subscriptionCount(trashedCount)} into the bin`,
    emailCount > 0 && `${subscriptionCount(emailCount)} sent at once to whoever comes in`,
  ].filter((part) => part !== false);
  const count = `${formatCount(plannedChanges.length)} of ${pluralize(steps.length, "step", "steps")}`;
  return parts.length === 0 ? `${count}.` : `${count}: ${formatList(parts)}.`;
}

/** How much was looked at, as a sentence. */
export function scanSummary({ deliveries: count, bin: trashCount, unreadable }: ScanCoverage): string {
  const words = `${subscriptionCount(count)} and ${formatCount(trashCount)} in the bin were looked at`;
  return unreadable === 0
    ? `${words}.`
    : `${words}; ${pluralize(unreadable, "record", "records")} could not be read, and may reach them as well.`;
}

/** Why a plan is empty: no more is said than what was looked at tells. */
export function nothingFoundMessage(
  { email }: Pick<DepartingMember, "email">,
  coverage: ScanCoverage,
  offboarding: Pick<OffboardingRecord, "steps"> | null,
): string {
  const isAllRead = coverage.unreadable === 0 && coverage.membersProblem === null;
  if (offboarding !== null) {
    return isAllRead
      ? "Everything that was planned is done, by this offboarding or by somebody else."
      : "What was not done was not found now, and not everything could be read: look there yourself.";
  }
  const access = coverage.membersProblem === null ? "They have no explicit membership here" : null;
  const reachMessage =
    email === ""
      ? "deliveries cannot be looked for without their address"
      : "no delivery that could be read reaches them, in the bin neither";
  return access === null
    ? `${reachMessage.slice(0, 1).toUpperCase()}${reachMessage.slice(1)}.`
    : `${access}, and ${reachMessage}.`;
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

/** "5 done, 1 refused, 2 left by choice." */
export function outcomeSummary({ steps }: Pick<OffboardingRecord, "steps">): string {
  const parts = OUTCOME_ORDER.flatMap((outcome) => {
    const count = steps.filter((step) => step.outcome === outcome).length;
    return count === 0 ? [] : [`${formatCount(count)} ${OUTCOME_LABELS[outcome].label.toLowerCase()}`];
  });
  return parts.length === 0 ? "Nothing was planned." : `${parts.join(", ")}.`;
}
