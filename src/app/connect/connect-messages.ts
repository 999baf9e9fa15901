/** @param scope missing scope, or null when the server reports none */
export function listRefusalMessage(scope: string | null): string {
  return scope === null
    ? "The key can't list projects."
    : `The key can't list projects: it's missing the scope ${scope}.`;
}

/** Explains projects that were found although the key can't list its projects. */
export const ORGANIZATION_PROJECTS_NOTE =
  "These are the organization's projects. The key may not open all of them.";
