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
 * Whether a domain equals one of `domains` or is a subdomain of one: "mail.x.co" matches "x.co", but "notx.co"
 * doesn't.
 */
export function isWithinDomains(domain: string, domains: readonly string[]): boolean {
  return domains.some((each) => domain === each || domain.endsWith(`.${each}`));
}
