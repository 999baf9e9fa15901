import type { Page } from "@playwright/test";
import type { FaultSetting } from "../../../src/emulator/faults/faults";
import { type Emulator, heldRequests } from "./backends";
import { release, setHolds } from "./emulator-controls";
import { expect } from "./fixtures";
import { holdLongTimers } from "./page-clock";
import { waitForPersistedFaults } from "./wait-for-persisted-faults";

/** A closed gate holds an endpoint's responses. `open` also releases the held responses. */
export interface ResponseGate {
  readonly close: () => Promise<void>;
  readonly expectHeld: (count: number) => Promise<void>;
  readonly expectSomeHeld: () => Promise<void>;
  /** Releases the held responses. The gate still holds later responses. */
  readonly releaseHeld: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Sets the demo's faults with a message, as another tab would. The page must show the demo. */
async function setDemoFaults(page: Page, ...faults: readonly FaultSetting[]): Promise<void> {
  await page.evaluate((all) => {
    const channel = new BroadcastChannel("environs-emulator-faults");
    channel.postMessage(all);
    channel.close();
  }, faults);
  await waitForPersistedFaults(page, faults.length);
}

/** Latency of the demo's held responses. The app uses no other timer of this length. */
const HELD_MS = 7_777;

/**
 * Creates a gate for an endpoint, such as `subscriptions.update`. Must be called before the page loads. Over HTTP,
 * the emulator holds the responses. In the demo, the responses are slow, and their timers are held.
 */
export async function createResponseGate(
  page: Page,
  emulator: Emulator | null,
  endpoint: string,
): Promise<ResponseGate> {
  const over = (count: () => Promise<number>) => ({
    expectHeld: (wanted: number) => expect.poll(count, "held responses").toBe(wanted),
    expectSomeHeld: () => expect.poll(count, "held responses").toBeGreaterThan(0),
  });
  if (emulator !== null)
    return {
      ...over(async () => (await heldRequests(emulator)).length),
      close: () => setHolds(emulator, { endpoint }),
      async releaseHeld() {
        for (const held of await heldRequests(emulator)) await release(emulator, held);
      },
      open: () => release(emulator),
    };
  const timers = await holdLongTimers(page);
  return {
    ...over(() => timers.count(HELD_MS)),
    close: () => setDemoFaults(page, { endpoint, kind: "latency", latencyMs: HELD_MS }),
    releaseHeld: () => timers.fire(HELD_MS),
    async open() {
      await setDemoFaults(page);
      await timers.fire(HELD_MS);
    },
  };
}
