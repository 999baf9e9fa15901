import { normalizeAddress } from "@/lib/recipients/recipients";
import { formatCount, pluralForm, pluralize } from "@/lib/text/numbers";

export interface RecipientPair {
  readonly recipient: string;
  readonly replacement: string;
}

export type ParsedPairs =
  | { readonly ok: true; readonly pairs: readonly RecipientPair[] }
  | { readonly ok: false; readonly issue: string };

const invalid = (issue: string): ParsedPairs => ({ ok: false, issue });
const HEADER = /^"?(?:old|from|before)\b[^@]*(?:new|to|after)"?$/i;
const SEPARATOR = /\t|,|;|\s*(?:->|=>|→)\s*/;

/**
 * Parses one pair of an old and a new recipient per line. Accepts the separators of spreadsheets
 * and CSV files, and arrows such as `->`. Skips a header line.
 */
export function parseRecipientPairs(text: string): ParsedPairs {
  const pairs = new Map<string, RecipientPair>();
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === "" || (pairs.size === 0 && HEADER.test(line.trim()))) continue;
    const [recipient, replacement, ...others] = splitPair(line);
    if (recipient === undefined || replacement === undefined || others.length > 0) {
      return invalid(incompletePairMessage(index + 1));
    }
    const key = normalizeAddress(recipient);
    const known = pairs.get(key);
    if (known !== undefined && known.replacement !== replacement) {
      return invalid(duplicatePairMessage(index + 1, recipient));
    }
    pairs.set(key, { recipient, replacement });
  }
  return pairs.size === 0 ? invalid(missingPairsMessage()) : { ok: true, pairs: [...pairs.values()] };
}

/** Whether pasted text is a list of pairs instead of a single recipient. */
export function isPairList(text: string): boolean {
  return parseRecipientPairs(text).ok;
}

function splitPair(line: string): readonly string[] {
  const withoutNames = line.replace(/(?:"[^"]*"|[^",;\t<>]*)\s*<([^<>]*)>/g, "$1");
  const parts = withoutNames.split(SEPARATOR).map((part) =>
    part
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .trim(),
  );
  const filled = parts.filter(Boolean);
  // Addresses contain no spaces, so two words are also a pair.
  return filled.length === 1 ? (filled[0] ?? "").split(/\s+/) : filled;
}

function missingPairsMessage(): string {
  return "Enter at least one pair: old, new.";
}

/** @param line line number, counted from 1 */
function incompletePairMessage(line: number): string {
  return `Line ${formatCount(line)} needs two recipients: old, new.`;
}

/** @param line line number, counted from 1 */
function duplicatePairMessage(line: number, recipient: string): string {
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
