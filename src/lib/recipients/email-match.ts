import { decodePercent } from "@/lib/text/normalize-text";
import { toAsciiDomains } from "./recipients";

/** Includes direction marks, which copied addresses often contain. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}]/gu;
const BRACKETED = /<([^<>]*)>$/u;
const SCHEME = /^mailto:/u;

/**
 * Normalizes an address for comparison. Ignores case, whitespace, invisible characters, and a
 * display name ("Ana <ana@x.co>"). Never send the result to a server.
 */
export function addressKey(text: string): string {
  const cleaned = text.normalize("NFC").replace(INVISIBLE, "");
  const address = (BRACKETED.exec(cleaned)?.[1] ?? cleaned).toLowerCase().replace(SCHEME, "");
  return toAsciiDomains(address);
}

const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}]/gu;
/** The end of a longer address. Punctuation belongs to it only between letters, because texts quote addresses. */
const LETTER_BEFORE = /[\p{L}\p{N}][._%+'-]*$/u;
const LETTER_AFTER = /^(?:[\p{L}\p{N}_]|[.-]+[\p{L}\p{N}])/u;

/** Whether a text contains the whole address, even inside a URL. False for an empty address. */
export function mentionsAddress(text: string, address: string): boolean {
  const key = addressKey(address.normalize("NFKC"));
  if (key === "") return false;
  return [text, decodePercent(text)].some((each) =>
    containsAddress(each.normalize("NFKC").replace(HIDDEN_CHARACTERS, " "), key),
  );
}

function containsAddress(text: string, key: string): boolean {
  const lower = toAsciiDomains(text.toLowerCase());
  for (let at = lower.indexOf(key); at !== -1; at = lower.indexOf(key, at + 1)) {
    const isAlone =
      !LETTER_BEFORE.test(lower.slice(0, at)) && !LETTER_AFTER.test(lower.slice(at + key.length));
    if (isAlone) return true;
  }
  return false;
}

/**
 * Extracts the domain from user input: "ana@X.co", "@x.co", "x.co.", and "https://x.co/a" all yield
 * "x.co". Converts non-ASCII domains to Punycode ("xn--…"), so that similar-looking domains differ.
 * Returns null if the input has no domain.
 */
export function parseDomain(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "");
  const host = bare.slice(bare.lastIndexOf("@") + 1).replace(/\.$/, "");
  if (host === "" || /[\s,;]/.test(host) || !URL.canParse(`https://${host}`)) return null;
  return new URL(`https://${host}`).hostname;
}

/**
 * Whether a domain equals one of `domains` or is a subdomain of one: "mail.x.co" matches "x.co", but "notx.co" doesn't.
 */
export function isWithinDomains(domain: string, domains: readonly string[]): boolean {
  return domains.some((each) => domain === each || domain.endsWith(`.${each}`));
}
