import type { Finding } from "@/features/subscriptions/findings/health-rules";
import { pluralize } from "@/lib/text/numbers";

const FINDING_NOUNS: Readonly<Record<Finding, readonly [one: string, other: string]>> = {
  overdue: ["overdue", "overdue"],
  ending: ["ending within 14 days", "ending within 14 days"],
  duplicate: ["duplicate", "duplicates"],
  never: ["never goes out again", "never go out again"],
  ended: ["ended", "ended"],
};

/** A number of findings as part of a line: "3 overdue". */
export function findingCountLabel(finding: Finding, count: number): string {
  const [one, other] = FINDING_NOUNS[finding];
  return pluralize(count, one, other);
}
