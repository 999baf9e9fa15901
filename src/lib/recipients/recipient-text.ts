import { normalizeAddress, splitRecipients } from "./recipients";

export function joinRecipients(addresses: readonly string[]): string {
  return addresses.join(",");
}

function dedupeAddresses(addresses: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const address of addresses) {
    const key = normalizeAddress(address);
    if (key !== "" && !seen.has(key)) seen.set(key, address);
  }
  return [...seen.values()];
}

function addressKeys(value: string): Set<string> {
  return new Set(splitRecipients(value).map(normalizeAddress));
}

/** Compares two target values, ignoring case and whitespace. Returns the addresses in their original form. */
export function diffRecipients(before: string, after: string): { added: string[]; removed: string[] } {
  const old = addressKeys(before);
  const fresh = addressKeys(after);
  return {
    added: dedupeAddresses(splitRecipients(after)).filter((part) => !old.has(normalizeAddress(part))),
    removed: dedupeAddresses(splitRecipients(before)).filter((part) => !fresh.has(normalizeAddress(part))),
  };
}

/**
 * Returns the recipients to which servers deliver immediately when `after` replaces `before`. Servers trim the whole
 * value, split it at commas, and compare the parts character by character (server-generations, What mails).
 */
export function newRecipients(before: string, after: string): string[] {
  const old = new Set(before.split(","));
  return [...new Set(splitRecipients(after.trim()))].filter((part) => !old.has(part));
}

// The HTML Standard's "valid email address", which browsers use. It differs from RFC 5322.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Whether the text is a valid email address without surrounding whitespace. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}

export function isWebUrl(text: string): boolean {
  // URL parsing accepts "https:x" and removes whitespace, but servers don't.
  return /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);
}

/**
 * Extracts addresses from pasted text. Splits at commas, semicolons, and whitespace, and reads
 * addresses in angle brackets ("Ana <ana@x.co>"). Removes duplicates, but keeps invalid items for
 * the user to fix.
 */
export function parsePastedRecipients(text: string): string[] {
  const withoutQuotedNames = text.replace(/"[^"\n]*"\s*(?=<)/g, " ");
  return dedupeAddresses(withoutQuotedNames.split(/[,;\r\n]/).flatMap(extractAddresses));
}

function extractAddresses(part: string): string[] {
  const bracketed = [...part.matchAll(/<([^<>]*)>/g)].map((match) => match[1] ?? "");
  const candidates = bracketed.length > 0 ? bracketed : part.split(/\s+/);
  return candidates.map((candidate) => candidate.trim().replace(/^mailto:/i, ""));
}
