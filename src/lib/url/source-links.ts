const LINKS = {
  dashboard: /\/dashboard\/(\d+)\/?(?:[?#].*)?$/,
  insight: /\/insights?\/(\d+)\/?(?:[?#].*)?$/,
} as const;

/** Path of an insight's page. It contains the short ID, never the number. */
const INSIGHT_PATH = /\/insights\/([A-Za-z0-9]+)\/?(?:[?#].*)?$/;
/** A short ID without a path. Excludes words, so that a search for a name isn't mistaken for one. */
const SHORT_ID = /^(?=.*[A-Za-z])(?=.+[\dA-Z])[A-Za-z0-9]{8}$/;

/** Extracts the short ID from the URL of an insight's page, or from a typed short ID. Null for other text. */
export function parseShortId(text: string): string | null {
  const typed = text.trim();
  if (parseSourceId("insight", typed) !== null) return null;
  return INSIGHT_PATH.exec(typed)?.[1] ?? SHORT_ID.exec(typed)?.[0] ?? null;
}

/** Formats a short ID as an item of a field for insights, until the server has returned the numeric ID. */
export function formatShortId(shortId: string): string {
  return `/insights/${shortId}`;
}

/**
 * Extracts the numeric ID from a typed ID, or from the URL of a page on the server. Returns null
 * for other text, including short insight IDs, which only the server can resolve.
 */
export function parseSourceId(kind: "dashboard" | "insight", text: string): string | null {
  const typed = text.trim().replace(/^#/, "");
  return /^\d+$/.test(typed) ? typed : (LINKS[kind].exec(typed)?.[1] ?? null);
}
