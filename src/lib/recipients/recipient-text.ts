import { normalizeAddress, splitRecipients } from "./recipients";

/** The target value of some addresses. */
export function joinRecipients(addresses: readonly string[]): string {
  return addresses.join(",");
}

/** Keeps the first of equal addresses and drops empty ones. */
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

/** Who comes and who goes between two target values, as written there; letter case and blanks make no difference. */
export function diffRecipients(before: string, after: string): { added: string[]; removed: string[] } {
  const old = addressKeys(before);
  const fresh = addressKeys(after);
  return {
    added: dedupeAddresses(splitRecipients(after)).filter((part) => !old.has(normalizeAddress(part))),
    removed: dedupeAddresses(splitRecipients(before)).filter((part) => !fresh.has(normalizeAddress(part))),
  };
}

// HTML Standard, "valid email address" (input type=email): what browsers accept, stricter than RFC 5322 on purpose.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Whether the text is an e-mail address by the pattern of the HTML Standard. Blanks around it are a mistake. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}

/** Whether the text is an absolute http or https address. */
export function isWebUrl(text: string): boolean {
  // The parser repairs "https:x" and strips blanks; a server would not.
  return /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);
}

/**
 * The addresses in a pasted text: between commas, semicolons, blanks and line breaks, or in angle brackets after a name
 * ("Ana <ana@x.co>"). Each once, in their order. What is no address is kept too, so that a person sees it.
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
