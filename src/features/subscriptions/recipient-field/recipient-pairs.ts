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
      return invalid(`Line ${formatCount(index + 1)} needs two recipients: old, new.`);
    }
    const key = normalizeAddress(recipient);
    const known = pairs.get(key);
    if (known !== undefined && known.replacement !== replacement) {
      return invalid(
        `Line ${formatCount(index + 1)} repeats ${recipient}. Keep one line for each old recipient.`,
      );
    }
    pairs.set(key, { recipient, replacement });
  }
  if (pairs.size === 0) return invalid("Enter at least one pair: old, new.");
  return { ok: true, pairs: [...pairs.values()] };
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

/** Summarizes a list of pairs: "3 pairs. 1 old recipient isn't in these subscriptions." */
export function pairListSummary(count: number, unusedCount: number): string {
  const unused = `${pluralize(unusedCount, "old recipient", "old recipients")} ${pluralForm(unusedCount, "isn't", "aren't")} in these subscriptions.`;
  return `${pluralize(count, "pair", "pairs")}.${unusedCount > 0 ? ` ${unused}` : ""}`;
}
