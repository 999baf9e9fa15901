/** What identifies the connection of a backend. */
interface Connected {
  readonly client: { readonly connection: { readonly id: string } };
  /** Null for a real server. */
  readonly demo: unknown;
}

// The emulator's project "Demo", and a sensible first guess elsewhere: servers accept it for "the key's project".
const FIRST_PROJECT = { demo: "1", live: "@current" };

function storageKey(connectionId: string): string {
  return `environs.project.${connectionId}`;
}

/** Keeps the project for the next visit. */
export function rememberProject(backend: Connected, projectId: string): void {
  try {
    localStorage.setItem(storageKey(backend.client.connection.id), projectId);
  } catch {
    // Storage forbidden: the next visit starts at the first project.
  }
}

/** The project last used with a connection; null for none. */
export function lastProject(connectionId: string): string | null {
  try {
    return localStorage.getItem(storageKey(connectionId));
  } catch {
    // Storage forbidden: nothing was kept.
    return null;
  }
}

/** The project last used with this backend. */
export function recentProject({ client, demo }: Connected): string {
  return lastProject(client.connection.id) || (demo ? FIRST_PROJECT.demo : FIRST_PROJECT.live);
}

/** Forgets which project was used with a connection. */
export function forgetProject(connectionId: string): void {
  try {
    localStorage.removeItem(storageKey(connectionId));
  } catch {
    // Storage forbidden: nothing was kept.
  }
}
