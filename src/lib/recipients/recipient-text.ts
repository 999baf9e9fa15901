import { cleanPasted } from "@/lib/text/invisible-characters";
import { normalizeAddress, splitRecipients, toAsciiDomains } from "./recipients";

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
/** Dots at an edge or next to each other, or more than 64 characters. Mail servers refuse such local parts (RFC 5321). */
const BAD_LOCAL_PART = /^\.|\.\.|\.@|^[^@]{65}/;

/** Whether the text is a valid email address without surrounding whitespace. The domain may be internationalized. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(toAsciiDomains(text)) && !BAD_LOCAL_PART.test(text);
}

export function isWebUrl(text: string): boolean {
  // URL parsing accepts "https:x" and removes whitespace, but servers don't.
  return /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);
}

const QUOTED_NAME = /["“„][^"“”\n]*["”“]\s*(?=<)/g;
const MARKDOWN_LINK = /\[[^\]\n]*\]\(([^()\s]+)\)/g;
/** An address in angle brackets, the end of an item, a comma, or a word. A comma may also separate parts of a name. */
const PASTED = /<([^<>\r\n]*)>|([;；\r\n])|[,，、]|[^\s,，、;；<>]+/g;
const EDGES = /^["'“”„‘’«»()[\]]+|["'“”‘’«»()[\]]+$/g;

/**
 * Extracts addresses from pasted text: lists, table cells, "Ana <ana@x.co>", and links. A name in front of an address in
 * angle brackets is dropped. Removes duplicates, but keeps everything else as invalid items for the user to fix.
 */
export function parsePastedRecipients(text: string): string[] {
  const items: string[] = [];
  /** Words that may turn out to be a name. */
  let words: string[] = [];
  const keepWords = () => {
    items.push(...words);
    words = [];
  };
  const plain = text.replace(QUOTED_NAME, " ").replace(MARKDOWN_LINK, " <$1> ");
  for (const [found, bracketed, end] of plain.matchAll(PASTED)) {
    const word = cleanAddress(bracketed ?? found);
    if (bracketed !== undefined && word !== "") {
      if (word.includes("@")) words = [];
      else keepWords();
      items.push(...word.split(/[\s,;]+/).map(cleanAddress));
    } else if (end !== undefined) keepWords();
    else if (word.includes("@")) {
      keepWords();
      items.push(word);
    } else if (word !== "" && !/^[,，、]$/.test(found)) words.push(word);
  }
  keepWords();
  return dedupeAddresses(items);
}

/** Removes quotes, brackets and invisible characters around an address, and the parts of a link to it. */
function cleanAddress(text: string): string {
  const bare = cleanPasted(text)
    .replace(EDGES, "")
    .replace(/^mailto:/i, "");
  const address = bare.replace(/^([^@]*@[^?]*)\?.*$/s, "$1").replace(EDGES, "");
  return address.includes("@") ? address.replace(/\.$/, "") : address;
}
