import type { Backend } from "./backend";

// The emulator's project "Demo", and a sensible first guess elsewhere: servers accept it for "the key's project".
const FIRST_PROJECT = { demo: "1", live: "@current" };

function storageKey(backend: Backend): string {
  return `environs.project.${backend.client.connection.id}`;
}

/** Keeps the project for the next visit. */
export function rememberProject(backend: Backend, projectId: string): void {
  try {
    localStorage.setItem(storageKey(backend), projectId);
  } catch {
    // Storage forbidden: the next visit starts at the first project.
  }
}

/** The project last used with this backend. */
export function recentProject(backend: Backend): string {
  try {
    const stored = localStorage.getItem(storageKey(backend));
    if (stored) return stored;
  } catch {
    // Storage forbidden: fall through.
  }
  return backend.demo ? FIRST_PROJECT.demo : FIRST_PROJECT.live;
}
