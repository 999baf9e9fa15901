/** Kinds of stored settings whose keys contain a connection and project. */
export const SETTING_KINDS = [
  "views",
  "resume-dates",
  "own-domains",
  "vital-budgets",
  "vital-paths",
  "offboarding",
  "recent-sources",
] as const;

export type SettingKind = (typeof SETTING_KINDS)[number];

function listKeys(area: Storage, connectionId: string, kind: SettingKind): readonly string[] {
  return Object.keys(area).filter((key) => key.startsWith(`environs.${kind}.${connectionId}.`));
}

/** Returns the kinds of settings that are stored for a connection. Empty when storage is blocked. */
export function listConnectionSettings(connectionId: string): readonly SettingKind[] {
  try {
    return SETTING_KINDS.filter((kind) =>
      [localStorage, sessionStorage].some((area) => listKeys(area, connectionId, kind).length > 0),
    );
  } catch {
    return [];
  }
}

/** Removes all settings of a connection. Does nothing when storage is blocked. */
export function removeConnectionSettings(connectionId: string): void {
  try {
    for (const area of [localStorage, sessionStorage]) {
      for (const kind of SETTING_KINDS)
        for (const key of listKeys(area, connectionId, kind)) area.removeItem(key);
    }
  } catch {
    // Blocked storage can't be changed.
  }
}
