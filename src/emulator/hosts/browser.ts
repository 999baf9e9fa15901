import type { Generation } from "@/emulator/backend/generation";
import { parseFaults } from "@/emulator/faults/faults";
import { createEmulator, type Emulator, FAULTS_KEY } from "./emulator";

/** Server generation of the demo on a first visit. Can be changed in Settings. */
const DEMO_GENERATION: Generation = "2026";

/** Returns null where storage is forbidden. */
function getStorage(): Storage | null {
  try {
    const { localStorage } = window;
    localStorage.getItem(FAULTS_KEY);
    return localStorage;
  } catch {
    return null;
  }
}

/**
 * Starts the emulator in the page. Needs no service worker, so it also works where service workers
 * are forbidden. All tabs share changes and faults through the browser's storage. Without it, they last until the page
 * closes.
 */
export function createBrowserEmulator(): Emulator {
  const emulator = createEmulator({ browserStorage: getStorage(), generation: DEMO_GENERATION });
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== FAULTS_KEY) return;
    try {
      emulator.faults.set(parseFaults(JSON.parse(newValue ?? "[]")));
    } catch {
      // A tab with another version of the app may store faults that are unknown here.
    }
  });
  return emulator;
}

let started: Emulator | undefined;

/** Returns the page's emulator. The first call creates it. */
export function startBrowserEmulator(): Emulator {
  started ??= createBrowserEmulator();
  return started;
}
