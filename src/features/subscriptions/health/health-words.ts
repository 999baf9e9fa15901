import { plural } from "@/lib/numbers";
import type { Finding } from "./health-rules";

/** What is said of a finding, and how it is mended. */
interface FindingWords {
  readonly title: string;
  /** In a row of others: "3 overdue". */
  readonly count: (count: number) => string;
  /** What it means and what mends it, in a sentence each. */
  readonly meaning: string;
}

/** The words of every finding. */
export const FINDING_WORDS: Readonly<Record<Finding, FindingWords>> = {
  overdue: {
    title: "Overdue",
    count: (count) => `${plural(count, "", "").trim()} overdue`,
    meaning: "",
  },
  ending: { title: "", count: () => "", meaning: "" },
  duplicate: { title: "", count: () => "", meaning: "" },
  never: { title: "", count: () => "", meaning: "" },
  ended: { title: "", count: () => "", meaning: "" },
};
