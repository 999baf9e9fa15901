import type { Generation } from "@/emulator/backend/generation";
import { parseFaults } from "@/emulator/faults/faults";
import { openIndexedDb } from "@/emulator/storage/persistence";
import { createEmulator, type Emulator } from "./emulator";

/** The emulator in a page. Its `storage` property indicates whether changes are persisted. */
export type BrowserEmulator = Emulator;

/** Server generation of the demo on a first visit. Can be changed in Settings. */
const DEMO_GENERATION: Generation = "2026";

const CHANNEL = "environs-emulator-faults";

function shareFaults(emulator: Emulator): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  let received = "";
  channel.addEventListener("message", (event: MessageEvent<unknown>) => {
    const text = JSON.stringify(event.data);
    if (text === JSON.stringify(emulator.faults.list())) return;
    received = text;
    try {
      emulator.faults.set(parseFaults(event.data));
    } catch {
      // A tab with another version of the app may send faults that are unknown here.
    }
  });
  emulator.faults.subscribe(() => {
    const text = JSON.stringify(emulator.faults.list());
    // Changes aren't sent back to the tab that made them.
    if (text !== received) channel.postMessage(emulator.faults.list());
    received = "";
  });
}

/**
 * Starts the emulator in the page. Needs no service worker, so it also works where service workers
 * are forbidden. Changes and faults are stored in IndexedDB and shared by all tabs. Without
 * IndexedDB, they last until the page closes.
 */
export async function createBrowserEmulator(): Promise<BrowserEmulator> {
  const persistence = await openIndexedDb();
  const emulator = createEmulator({ persistence, generation: DEMO_GENERATION });
  await emulator.ready;
  if (persistence) shareFaults(emulator);
  return emulator;
}

let started: Promise<BrowserEmulator> | undefined;

/** Returns the page's emulator. The first call creates it. */
export function startBrowserEmulator(): Promise<BrowserEmulator> {
  started ??= createBrowserEmulator();
  return started;
}
