const PLACEHOLDER_ORIGIN = "https://own.invalid";

/**
 * An address out of a link, where it is a path of this app; null for everything else, so that no link can send a
 * person to another site. Browsers drop tabs and line breaks and take a backslash for a slash, so the address is
 * read as they read it.
 */
export function toSameOriginPath(address: string | null): string | null {
  if (address === null || !address.startsWith("/") || !URL.canParse(address, PLACEHOLDER_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(address, PLACEHOLDER_ORIGIN);
  // "/.//evil.example" resolves to a path that is read as a host the next time.
  return origin === PLACEHOLDER_ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : null;
}
