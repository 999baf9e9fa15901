import { parseFaults } from "@/emulator/faults/faults";
import { openIndexedDb } from "@/emulator/storage/persistence";
import { createEmulator, type Emulator } from "./emulator";

/** The emulator in a page; `storage` says whether changes outlive it. */
export type BrowserEmulator = Emulator;

const CHANNEL = "environs-emulator-faults";

/** Faults set in one tab hold in all of them. */
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
      // Another version of the app runs in the other tab.
    }
  });
  emulator.faults.subscribe(() => {
    const text = JSON.stringify(emulator.faults.list());
    // What came from another tab is not sent back to it.
    if (text !== received) channel.postMessage(emulator.faults.list());
    received = "";
  });
}

/**
 * Starts the emulator inside the page: no service worker, so it also works where those are forbidden. Changes and
 * faults are kept in IndexedDB and shared by all tabs; where there is none they live as long as the page.
 */
export async function createBrowserEmulator(): Promise<BrowserEmulator> {
  const persistence = await openIndexedDb();
  const emulator = createEmulator({ persistence });
  await emulator.ready;
  if (persistence) shareFaults(emulator);
  return emulator;
}
