import { decodePercent } from "@/lib/text/decode-percent";

/** Marks of direction as well: they come along when an address is copied from a contact. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}]/gu;
const BRACKETED = /<([^<>]*)>$/u;
const SCHEME = /^mailto:/u;
const INTERNATIONAL_DOMAIN = /(?<=@)[\p{L}\p{M}\p{N}.-]*[^\p{ASCII}][\p{L}\p{M}\p{N}.-]*/gu;

/** Writes internationalized domains as servers transmit them: "bücher.de" is "xn--bcher-kva.de". */
function toAsciiDomains(text: string): string {
  return text.replace(INTERNATIONAL_DOMAIN, (domain) => {
    const url = `http://${domain}`;
    return URL.canParse(url) ? new URL(url).hostname : domain;
  });
}

/**
 * Who a recipient is, however the address is written: capitals, blanks and letters nobody sees make no difference, nor
 * does a name before it ("Ana <ana@x.co>"). Empty for what has no letters. For comparing only; never sent.
 */
export function addressKey(text: string): string {
  const cleaned = text.normalize("NFC").replace(INVISIBLE, "");
  const address = (BRACKETED.exec(cleaned)?.[1] ?? cleaned).toLowerCase().replace(SCHEME, "");
  return toAsciiDomains(address);
}

const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}]/gu;
/** Letters that would make it a part of another address. */
const LETTER_BEFORE = /[\p{L}\p{N}._%+'-]$/u;
const LETTER_AFTER = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;

/**
 * Whether an address stands somewhere in a text, for itself: between other words, in a web address, beside another one.
 * False for an empty address.
 */
export function mentionsAddress(text: string, address: string): boolean {
  const key = addressKey(address);
  if (key === "") return false;
  return [text, decodePercent(text)].some((each) =>
    containsAddress(each.normalize("NFC").replace(HIDDEN_CHARACTERS, " "), key),
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
