import type { Finding } from "@/features/subscriptions/findings/health-rules";
import type { SubscriptionState } from "@/features/subscriptions/model/subscription-rules";
import { SUBSCRIPTION_STATE_TONES } from "@/features/subscriptions/model/subscription-status";
import { formatCount, pluralize } from "@/lib/text/numbers";

const notSending = (state: SubscriptionState) =>
  ({ tone: SUBSCRIPTION_STATE_TONES[state], label: "Not sending" }) as const;

export const PAUSED_STATUS = notSending("paused");

/** Statuses by finding. Null if the finding doesn't affect deliveries. */
export const FINDING_STATUSES = {
  overdue: notSending("overdue"),
  never: notSending("never"),
  invalid: { tone: "warning", label: "Partly sending" },
  ending: { tone: "warning", label: "Within 14 days" },
  duplicate: null,
  ended: null,
} as const satisfies Readonly<Record<Finding, object | null>>;

const FINDING_NOUNS: Readonly<Record<Finding, readonly [singular: string, plural: string]>> = {
  overdue: ["overdue", "overdue"],
  invalid: ["with invalid recipients", "with invalid recipients"],
  ending: ["ending soon", "ending soon"],
  duplicate: ["duplicate", "duplicates"],
  never: ["never delivers", "never deliver"],
  ended: ["ended", "ended"],
};

/** Formats counts: ["1 paused by the server", "2 to resume"]. Omits zeros. */
export function pausedCountLabels({
  stopped,
  due,
}: Readonly<Record<"stopped" | "due", readonly object[]>>): readonly string[] {
  return [
    ...(stopped.length > 0 ? [`${formatCount(stopped.length)} paused by the server`] : []),
    ...(due.length > 0 ? [`${formatCount(due.length)} to resume`] : []),
  ];
}

export function findingCountLabel(finding: Finding, count: number): string {
  const [singular, plural] = FINDING_NOUNS[finding];
  return pluralize(count, singular, plural);
}
