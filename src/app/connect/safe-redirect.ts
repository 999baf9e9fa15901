const PLACEHOLDER_ORIGIN = "https://own.invalid";

/**
 * Returns the path of a same-origin URL, otherwise null, so that links can't redirect to other
 * sites. Parses the URL as browsers do. They remove tabs and line breaks and treat a backslash as a
 * slash.
 */
export function toSameOriginPath(address: string | null): string | null {
  if (address === null || !address.startsWith("/") || !URL.canParse(address, PLACEHOLDER_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(address, PLACEHOLDER_ORIGIN);
  // "/.//evil.example" resolves to a path in which the next parser would find a host.
  return origin === PLACEHOLDER_ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : null;
}
