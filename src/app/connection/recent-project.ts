/** What identifies the connection of a backend. */
interface Connected {
  readonly client: { readonly connection: { readonly id: string } };
  /** Null for a real server. */
  readonly demo: unknown;
}

// The emulator's project "Demo", and a sensible first guess elsewhere: servers accept it for "the key's project".
const DEFAULT_PROJECT = { demo: "1", live: "@current" };

function getStorageKey(connectionId: string): string {
  return `environs.project.${connectionId}`;
}

/** Keeps the project for the next visit. */
export function storeLastProject(backend: Connected, projectId: string): void {
  try {
    localStorage.setItem(getStorageKey(backend.client.connection.id), projectId);
  } catch {
    // Storage forbidden: the next visit starts at the first project.
  }
}

/** The project last used with a connection; null for none. */
export function readLastProject(connectionId: string): string | null {
  try {
    return localStorage.getItem(getStorageKey(connectionId));
  } catch {
    // Storage forbidden: nothing was kept.
    return null;
  }
}

/** The project last used with this backend. */
export function getRecentProject({ client, demo }: Connected): string {
  return readLastProject(client.connection.id) || (demo ? DEFAULT_PROJECT.demo : DEFAULT_PROJECT.live);
}

/** Forgets which project was used with a connection. */
export function forgetProject(connectionId: string): void {
  try {
    localStorage.removeItem(getStorageKey(connectionId));
  } catch {
    // Storage forbidden: nothing was kept.
  }
}
