const LINKS = {
  dashboard: /\/dashboard\/(\d+)\/?(?:[?#].*)?$/,
  insight: /\/insights?\/(\d+)\/?(?:[?#].*)?$/,
} as const;

/** Returns the ID in a typed ID or a link to the server's page, or null. Short IDs of insights need the server. */
export function parseSourceId(kind: "dashboard" | "insight", text: string): string | null {
  const typed = text.trim().replace(/^#/, "");
  return /^\d+$/.test(typed) ? typed : (LINKS[kind].exec(typed)?.[1] ?? null);
}
