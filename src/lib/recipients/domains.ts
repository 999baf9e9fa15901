/**
 * The domain in what a person wrote: of "ana@X.co", "@x.co", "x.co." and "https://x.co/a" it is "x.co". Letters beyond
 * ASCII come as browsers send them ("xn--…"), so that no look-alike passes for another domain. Null where there is none.
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

/** Whether a domain is one of these or lies below one: "mail.x.co" is within "x.co", "notx.co" is not. */
export function isWithinDomains(domain: string, domains: readonly string[]): boolean {
  return domains.some((each) => domain === each || domain.endsWith(`.${each}`));
}
