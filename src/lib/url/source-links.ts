const LINKS = {
  dashboard: /\/dashboard\/(\d+)\/?(?:[?#].*)?$/,
  insight: /\/insights?\/(\d+)\/?(?:[?#].*)?$/,
} as const;

/**
 * Extracts the numeric ID from a typed ID, or from the URL of a page on the server. Returns null
 * for other text, including short insight IDs, which only the server can resolve.
 */
export function parseSourceId(kind: "dashboard" | "insight", text: string): string | null {
  const typed = text.trim().replace(/^#/, "");
  return /^\d+$/.test(typed) ? typed : (LINKS[kind].exec(typed)?.[1] ?? null);
}
