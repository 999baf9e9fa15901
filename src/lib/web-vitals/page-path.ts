/**
 * Represents all pages. Never equals a path. The request for all pages has no `pathname`. Some
 * servers reject such a request.
 */
export const ALL_PAGES = "*";
/** In characters. Longer paths are rejected. */
const MAX_PATH_LENGTH = 2_000;
/** In characters, including origin and query. Longer input is rejected before it is parsed. */
const MAX_INPUT_LENGTH = 10_000;

export interface ParsedPaths {
  /** Unique, in order of appearance. */
  readonly paths: readonly string[];
  /** Invalid parts, as typed. */
  readonly invalid: readonly string[];
}

const ORIGIN = /^https?:\/\/[^/?#]*/i;
const OTHER_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;
const HOST_AND_REST = /^(localhost|[^/?#\s@]+\.[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(:\d+)?(?=[/?#]|$)/i;
const FILE = /^[^/?#]+\.(?:html?|php|aspx?|jsp|cgi|xml|json|txt|pdf|md)(?=[?#]|$)/i;

/**
 * Normalizes a path as the server does. Removes the origin, query, fragment, and trailing slashes.
 * Returns null for invalid input. Idempotent.
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

/**
 * Removes an origin. `isFull` indicates whether the text had one. Returns null for a URL with a
 * scheme other than HTTP or HTTPS.
 */
function stripOrigin(text: string): { readonly rest: string; readonly isFull: boolean } | null {
  if (ORIGIN.test(text)) return { rest: text.replace(ORIGIN, ""), isFull: true };
  if (text.startsWith("/")) return { rest: text, isFull: false };
  const host = FILE.test(text) ? null : HOST_AND_REST.exec(text);
  if (host !== null) return { rest: text.slice(host[0].length), isFull: true };
  return OTHER_SCHEME.test(text) ? null : { rest: text, isFull: false };
}

/**
 * Encodes non-ASCII characters, which some address bars show decoded. The page and the server use
 * the encoded form.
 */
function percentEncode(path: string): string | null {
  try {
    return path.replace(/[^\0-\x7f]+/g, encodeURIComponent);
  } catch {
    // The path contains a lone surrogate.
    return null;
  }
}

// A path may contain commas and semicolons. They separate paths only before whitespace, another
// path, or the end of the text.
const SEPARATOR = /\s+|[,;](?=\s|["'<]?(?:\/|https?:)|$)/i;
const SURROUNDING = /^["'<([]+|["'>)\],;]+$/g;
const LIST_MARK = /^[ \t]*(?:[-*•–]|\d{1,3}[.)])[ \t]+(?=\S)/gm;

/** Parses one or more paths or URLs from user input. Normalizes them and removes duplicates. */
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

/**
 * Whether a part starts with a quote or an opening bracket. Otherwise, a bracket at its end belongs
 * to the path.
 */
function isQuoted(part: string): boolean {
  return /^["'<([]/.test(part);
}

/** Returns the `pathname` parameter, or null for all pages. */
export function toPathname(path: string): string | null {
  return path === ALL_PAGES ? null : path;
}
