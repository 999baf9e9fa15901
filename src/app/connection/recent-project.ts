interface Connected {
  readonly client: { readonly connection: { readonly id: string } };
  /** Null for a real server. */
  readonly demo: unknown;
}

// "1" is the mocks' project "Demo". Real servers resolve "@current" to the key's project.
const DEFAULT_PROJECT = { demo: "1", live: "@current" };

function getStorageKey(connectionId: string): string {
  return `environs.project.${connectionId}`;
}

export function storeLastProject(backend: Connected, projectId: string): void {
  try {
    localStorage.setItem(getStorageKey(backend.client.connection.id), projectId);
  } catch {
    // Storage is blocked, so the next visit starts with the default project.
  }
}

function readLastProject(connectionId: string): string | null {
  try {
    return localStorage.getItem(getStorageKey(connectionId));
  } catch {
    // Storage is blocked.
    return null;
  }
}

export function getRecentProject({ client, demo }: Connected): string {
  return readLastProject(client.connection.id) || (demo ? DEFAULT_PROJECT.demo : DEFAULT_PROJECT.live);
}

export function forgetProject(connectionId: string): void {
  try {
    localStorage.removeItem(getStorageKey(connectionId));
  } catch {
    // Storage is blocked.
  }
}
