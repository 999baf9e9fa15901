import type { Finding } from "@/features/subscriptions/findings/health-rules";
import { formatCount, pluralize } from "@/lib/text/numbers";

/** Status of paused subscriptions, and of findings that prevent deliveries. */
export const NOT_SENDING = { tone: "danger", label: "Not sending" } as const;

/** Statuses by finding. Null if the finding doesn't affect deliveries. */
export const FINDING_STATUSES = {
  overdue: NOT_SENDING,
  never: NOT_SENDING,
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
