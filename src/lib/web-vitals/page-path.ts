import { containsApiKey } from "@/lib/text/normalize-text";

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
  /** Paths of parts that had a host, a query, or a fragment. */
  readonly cut: readonly string[];
}

const ORIGIN = /^https?:\/\/[^/?#\\]*/i;
const OTHER_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;
const HOST_AND_REST = /^(localhost|[^/?#\s@]+\.[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(:\d+)?(?=[/?#]|$)/i;
const FILE = /^[^/?#]+\.(?:html?|php|aspx?|jsp|cgi|xml|json|txt|pdf|md)(?=[?#]|$)/i;

/**
 * Parses a path or a URL. Removes the host, query, and fragment, and encodes spaces and non-ASCII
 * characters. Nothing else changes, because servers compare paths exactly as they were recorded.
 * Returns null for invalid input. Idempotent.
 */
export function parsePagePath(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > MAX_INPUT_LENGTH || containsApiKey(trimmed)) return null;
  if (trimmed === ALL_PAGES) return ALL_PAGES;
  const address = removeHost(trimmed);
  if (address === null) return null;
  const path = address.replace(/[?#].*$/s, "");
  const encoded = percentEncode(path.startsWith("/") ? path : `/${path}`);
  return encoded !== null && encoded.length <= MAX_PATH_LENGTH ? encoded : null;
}

/** Whether a path or URL has a host, a query, or a fragment. */
export function hasCutParts(text: string): boolean {
  const trimmed = text.trim();
  return /[?#]/.test(trimmed) || removeHost(trimmed) !== trimmed;
}

/**
 * Returns the other spelling of a path, with or without a slash at its end. Servers treat the two as
 * different pages. Null for the root and for all pages.
 */
export function getOtherSpelling(path: string): string | null {
  if (path === "/" || path === ALL_PAGES) return null;
  return path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
}

/** Removes a host. Returns null for a URL with a scheme other than HTTP or HTTPS. */
function removeHost(text: string): string | null {
  if (ORIGIN.test(text)) return text.replace(ORIGIN, "");
  if (text.startsWith("/")) return text;
  const host = FILE.test(text) ? null : HOST_AND_REST.exec(text);
  if (host !== null) return text.slice(host[0].length);
  return OTHER_SCHEME.test(text) ? null : text;
}

/** Encodes spaces, control characters, and non-ASCII characters, as browsers do in the URLs that servers record. */
function percentEncode(path: string): string | null {
  try {
    return path.replace(/[^!-~]+/g, encodeURIComponent);
  } catch {
    // The path contains a lone surrogate.
    return null;
  }
}

// A path may contain commas, semicolons, and spaces. A space separates paths only before another
// path or URL. The others separate them also before whitespace and at the end of the text.
const SEPARATOR =
  /[\r\n\t]+|[,;](?=\s|["'<]?(?:\/|https?:)|$)| +(?=["'<([]*(?:[/*]|[a-z][a-z\d+.-]*:|[^\s/]+\.[a-z]{2,}\/))/i;
const SURROUNDING = /^["'<([]+|["'>)\],;]+$/g;
const LIST_MARK = /^[ \t]*(?:[-*•–]|\d{1,3}[.)])[ \t]+(?=\S)/gm;

/** Parses one or more paths or URLs from user input. Removes duplicates. */
export function parsePagePaths(text: string): ParsedPaths {
  const paths = new Set<string>();
  const invalid = new Set<string>();
  const cut = new Set<string>();
  for (const part of text.replace(LIST_MARK, "").split(SEPARATOR)) {
    const trimmed = part.trim();
    const bare = isQuoted(trimmed) ? trimmed.replace(SURROUNDING, "") : trimmed;
    if (bare === "") continue;
    const path = parsePagePath(bare);
    if (path === null) invalid.add(trimmed);
    else {
      paths.add(path);
      if (hasCutParts(bare)) cut.add(path);
    }
  }
  return { paths: [...paths], invalid: [...invalid], cut: [...cut] };
}

/** Whether a part starts with a quote or an opening bracket. Otherwise, a bracket at its end belongs to the path. */
function isQuoted(part: string): boolean {
  return /^["'<([]/.test(part);
}

/** Returns the `pathname` parameter, or null for all pages. */
export function toPathname(path: string): string | null {
  return path === ALL_PAGES ? null : path;
}
