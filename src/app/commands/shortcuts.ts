import { paths } from "@/lib/url/paths";

// Labels are in commands.ts, which loads only with the palette and the shortcuts dialog.
const PROJECT_PATHS: Readonly<Record<string, (projectId: string) => string>> = {
  "g o": paths.project,
  "g s": (id) => paths.subscriptions(id),
  "g b": (id) => paths.subscriptions(id, "trash"),
  "g r": paths.recipients,
  "g d": paths.sources,
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

export const HELP_KEYS = "?";

export function getKnownKeys(projectId: string | null): ReadonlySet<string> {
  return new Set([
    ...Object.keys(GLOBAL_PATHS),
    ...(projectId === null ? [] : Object.keys(PROJECT_PATHS)),
    HELP_KEYS,
  ]);
}

export function getShortcutPath(keys: string, projectId: string | null): string | undefined {
  const projectPath = projectId === null ? undefined : PROJECT_PATHS[keys]?.(projectId);
  return projectPath ?? GLOBAL_PATHS[keys]?.();
}
