import type { Generation } from "../../../src/emulator/backend/generation";
import type { HeldRequest, HoldSetting } from "../../../src/emulator/backend/holds";
import type { FaultSetting } from "../../../src/emulator/faults/faults";
import { type Emulator, postControl } from "./backends";

function post(emulator: Emulator | null, action: string, body?: unknown): Promise<void> {
  if (emulator === null) throw new Error("This test needs the emulator over HTTP.");
  return postControl(emulator, action, body);
}

/** Replaces all faults of the emulator. Without arguments, removes them. */
export function setFaults(emulator: Emulator | null, ...faults: readonly FaultSetting[]): Promise<void> {
  return post(emulator, "faults", faults);
}

/** Holds the responses to matching requests from now on. Without arguments, no further responses are held. */
export function setHolds(emulator: Emulator | null, ...holds: readonly HoldSetting[]): Promise<void> {
  return post(emulator, "holds", holds);
}

/** Releases a held request. Without an argument, removes all holds and releases every request. */
export function release(emulator: Emulator | null, held?: HeldRequest): Promise<void> {
  return post(emulator, "release", held && { id: held.id });
}

/**
 * Restores the emulator's seed, and stops its clock at `now`. All dates are relative to this time.
 */
export function resetAt(emulator: Emulator | null, now: string): Promise<void> {
  return post(emulator, "reset", { now });
}

/** Selects the server generation. The next test starts with the default one. */
export function setGeneration(emulator: Emulator | null, generation: Generation): Promise<void> {
  return post(emulator, "generation", { generation });
}
