/** Stands in the place of a path for the call without one: the whole site. No path begins so. */
export const ALL_PAGES = "*";
/** Longest path that is taken, in characters: addresses beyond are no use to anybody. */
const LONGEST = 2_000;
/** With origin and query; in what is longer nobody looks for a path. */
const LONGEST_TYPED = 10_000;

/** What was found in a text that a person typed or pasted. */
export interface PathsReading {
  /** Each once, in the order in which they stand. */
  readonly paths: readonly string[];
  /** Parts that are no path, as they were typed. */
  readonly unread: readonly string[];
}

const ORIGIN = /^https?:\/\/[^/?#]*/i;
const OTHER_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;
const HOST_AND_REST = /^(localhost|[^/?#\s@]+\.[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(:\d+)?(?=[/?#]|$)/i;
const FILE = /^[^/?#]+\.(?:html?|php|aspx?|jsp|cgi|xml|json|txt|pdf|md)(?=[?#]|$)/i;

/**
 * A path as servers compare it: without origin, query, fragment and slashes at the end. Null for what is none. Given a
 * path it gives the same path.
 */
export function cleanPath(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > LONGEST_TYPED) return null;
  if (trimmed === ALL_PAGES) return ALL_PAGES;
  const address = withoutOrigin(trimmed);
  if (address === null) return null;
  const path = address.rest.replace(/[?#].*$/s, "").replace(/[\s/]+$/, "") || "/";
  const rooted = path.startsWith("/") ? path : `/${path}`;
  const written = address.isFull ? asBrowsersWrite(rooted) : rooted;
  return written !== null && written.length <= LONGEST ? written : null;
}

/** What follows the origin, and whether there was one; null for addresses that are no web page. */
function withoutOrigin(text: string): { readonly rest: string; readonly isFull: boolean } | null {
  if (ORIGIN.test(text)) return { rest: text.replace(ORIGIN, ""), isFull: true };
  if (text.startsWith("/")) return { rest: text, isFull: false };
  const host = FILE.test(text) ? null : HOST_AND_REST.exec(text);
  if (host !== null) return { rest: text.slice(host[0].length), isFull: true };
  return OTHER_SCHEME.test(text) ? null : { rest: text, isFull: false };
}

/** Some address bars show letters that the page itself, and so the server, has encoded. */
function asBrowsersWrite(path: string): string | null {
  try {
    return path.replace(/[^\0-\x7f]+/g, encodeURIComponent);
  } catch {
    // Half of a character.
    return null;
  }
}

// A comma or semicolon parts two paths only where another one begins behind it: they may stand in a path.
const BETWEEN = /\s+|[,;](?=\s|["'<]?(?:\/|https?:)|$)/i;
const AROUND = /^["'<([]+|["'>)\],;]+$/g;
/** What a list in a document has in front of each of its lines. */
const LIST_MARK = /^[ \t]*(?:[-*•–]|\d{1,3}[.)])[ \t]+(?=\S)/gm;

/** Reads typed or pasted paths and full addresses, one or many, each cleaned and named once. */
export function readPaths(text: string): PathsReading {
  const paths = new Set<string>();
  const unread = new Set<string>();
  for (const part of text.replace(LIST_MARK, "").split(BETWEEN)) {
    const bare = isQuoted(part) ? part.replace(AROUND, "") : part;
    if (bare === "") continue;
    const path = cleanPath(bare);
    if (path === null) unread.add(part);
    else paths.add(path);
  }
  return { paths: [...paths], unread: [...unread] };
}

/** A path may end with a bracket of its own; what stands between two signs was wrapped by whoever wrote it down. */
function isQuoted(part: string): boolean {
  return /^["'<([]/.test(part);
}

/** The pathname to ask a server for; null for all pages. */
export function pathnameOf(path: string): string | null {
  return path === ALL_PAGES ? null : path;
}
