/** Stands in the place of a path for the call without one: the whole site. No path begins so. */
export const ALL_PAGES = "*";
/** Longest path that is taken, in characters: addresses beyond are no use to anybody. */
const MAX_PATH_LENGTH = 2_000;
/** With origin and query; in what is longer nobody looks for a path. */
const MAX_INPUT_LENGTH = 10_000;

/** What was found in a text that a person typed or pasted. */
export interface ParsedPaths {
  /** Each once, in the order in which they stand. */
  readonly paths: readonly string[];
  /** Parts that are no path, as they were typed. */
  readonly invalid: readonly string[];
}

const ORIGIN = /^https?:\/\/[^/?#]*/i;
const OTHER_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;
const HOST_AND_REST = /^(localhost|[^/?#\s@]+\.[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(:\d+)?(?=[/?#]|$)/i;
const FILE = /^[^/?#]+\.(?:html?|php|aspx?|jsp|cgi|xml|json|txt|pdf|md)(?=[?#]|$)/i;

/**
 * A path as servers compare it: without origin, query, fragment and slashes at the end. Null for what is none. Given a
 * path it gives the same path.
 */
export function normalizePagePath(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > MAX_INPUT_LENGTH) return null;
  if (trimmed === ALL_PAGES) return ALL_PAGES;
  const address = stripOrigin(trimmed);
  if (address === null) return null;
  const path = address.rest.replace(/[?#].*$/s, "").replace(/[\s/]+$/, "") || "/";
  const rooted = path.startsWith("/") ? path : `/${path}`;
  const written = address.isFull ? percentEncode(rooted) : rooted;
  return written !== null && written.length <= MAX_PATH_LENGTH ? written : null;
}

/** What follows the origin, and whether there was one; null for addresses that are no web page. */
function stripOrigin(text: string): { readonly rest: string; readonly isFull: boolean } | null {
  if (ORIGIN.test(text)) return { rest: text.replace(ORIGIN, ""), isFull: true };
  if (text.startsWith("/")) return { rest: text, isFull: false };
  const host = FILE.test(text) ? null : HOST_AND_REST.exec(text);
  if (host !== null) return { rest: text.slice(host[0].length), isFull: true };
  return OTHER_SCHEME.test(text) ? null : { rest: text, isFull: false };
}

/** Some address bars show letters that the page itself, and so the server, has encoded. */
function percentEncode(path: string): string | null {
  try {
    return path.replace(/[^\0-\x7f]+/g, encodeURIComponent);
  } catch {
    // Half of a character.
    return null;
  }
}

// A comma or semicolon parts two paths only where another one begins behind it: they may stand in a path.
const SEPARATOR = /\s+|[,;](?=\s|["'<]?(?:\/|https?:)|$)/i;
const SURROUNDING = /^["'<([]+|["'>)\],;]+$/g;
/** What a list in a document has in front of each of its lines. */
const LIST_MARK = /^[ \t]*(?:[-*•–]|\d{1,3}[.)])[ \t]+(?=\S)/gm;

/** Reads typed or pasted paths and full addresses, one or many, each cleaned and named once. */
export function parsePagePaths(text: string): ParsedPaths {
  const paths = new Set<string>();
  const invalid = new Set<string>();
  for (const part of text.replace(LIST_MARK, "").split(SEPARATOR)) {
    const bare = isQuoted(part) ? part.replace(SURROUNDING, "") : part;
    if (bare === "") continue;
    const path = normalizePagePath(bare);
    if (path === null) invalid.add(part);
    else paths.add(path);
  }
  return { paths: [...paths], invalid: [...invalid] };
}

/** A path may end with a bracket of its own; what stands between two signs was wrapped by whoever wrote it down. */
function isQuoted(part: string): boolean {
  return /^["'<([]/.test(part);
}

/** The pathname to ask a server for; null for all pages. */
export function toPathname(path: string): string | null {
  return path === ALL_PAGES ? null : path;
}
