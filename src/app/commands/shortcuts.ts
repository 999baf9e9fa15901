import { paths } from "@/lib/url/paths";

// The words of these keys stand in commands.ts, which only the palette and the help need.
const PROJECT_PATHS: Readonly<Record<string, (projectId: string) => string>> = {
  "g s": (id) => paths.subscriptions(id),
  "g b": (id) => paths.subscriptions(id, "trash"),
  "g r": paths.recipients,
  "g k": paths.calendar,
  "g h": (id) => paths.health(id),
  "g e": paths.exports,
  "g m": paths.members,
  "g v": paths.vitals,
  "g l": paths.sessions,
  "g j": paths.journal,
  c: (id) => paths.newSubscription(id),
};

const GLOBAL_PATHS: Readonly<Record<string, () => string>> = { "g ,": paths.settings };

/** Keys that show all keys. */
export const HELP_KEYS = "?";

/** All keys that mean something; those of a project only in one. */
export function getKnownKeys(projectId: string | null): ReadonlySet<string> {
  return new Set([
    ...Object.keys(GLOBAL_PATHS),
    ...(projectId === null ? [] : Object.keys(PROJECT_PATHS)),
    HELP_KEYS,
  ]);
}

/** The address that keys lead to; undefined where they lead nowhere. */
export function getShortcutPath(keys: string, projectId: string | null): string | undefined {
  const projectPath = projectId === null ? undefined : PROJECT_PATHS[keys]?.(projectId);
  return projectPath ?? GLOBAL_PATHS[keys]?.();
}
