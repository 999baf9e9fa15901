import { formatCount, pluralForm, pluralize } from "@/lib/text/numbers";

export function missingPairsMessage(): string {
  return "Enter at least one pair: old, new.";
}

/** @param line line number, counted from 1 */
export function incompletePairMessage(line: number): string {
  return `Line ${formatCount(line)} needs two recipients: old, new.`;
}

/** @param line line number, counted from 1 */
export function duplicatePairMessage(line: number, recipient: string): string {
  return `Line ${formatCount(line)} repeats ${recipient}. Keep one line for each old recipient.`;
}

/** Summarizes a list of pairs: "3 pairs. 1 old recipient isn't in these subscriptions." */
export function pairListSummary(count: number, unusedCount: number): string {
  const unused = `${pluralize(unusedCount, "old recipient", "old recipients")} ${pluralForm(unusedCount, "isn't", "aren't")} in these subscriptions.`;
  return `${pluralize(count, "pair", "pairs")}.${unusedCount > 0 ? ` ${unused}` : ""}`;
}

export function noPairUsedMessage(): string {
  return "These subscriptions have none of the old recipients.";
}
