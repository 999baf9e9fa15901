import type { Finding } from "@/features/subscriptions/findings/health-rules";
import { pluralize } from "@/lib/text/numbers";

const FINDING_NOUNS: Readonly<Record<Finding, readonly [singular: string, plural: string]>> = {
  overdue: ["overdue", "overdue"],
  ending: ["ending within 14 days", "ending within 14 days"],
  duplicate: ["duplicate", "duplicates"],
  never: ["never delivers", "never deliver"],
  ended: ["ended", "ended"],
};

/** Returns e.g. "3 overdue". */
export function findingCountLabel(finding: Finding, count: number): string {
  const [singular, plural] = FINDING_NOUNS[finding];
  return pluralize(count, singular, plural);
}
