import type { HeldRequest, HoldSetting } from "../../../src/emulator/backend/holds";
import type { FaultSetting } from "../../../src/emulator/faults/faults";
import type { Emulator } from "./backends.mjs";
import { expect } from "./fixtures";

async function post(emulator: Emulator | null, action: string, body?: unknown): Promise<void> {
  if (emulator === null) throw new Error("This test needs the emulator over HTTP.");
  const answer = await fetch(`${emulator.url}/__emulator/${action}`, {
    method: "POST",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

/** Replaces all faults of the emulator; none removes them. */
export function setFaults(emulator: Emulator | null, ...faults: readonly FaultSetting[]): Promise<void> {
  return post(emulator, "faults", faults);
}

/** Holds the answers of matching requests from now on; none stops holding further ones. */
export function setHolds(emulator: Emulator | null, ...holds: readonly HoldSetting[]): Promise<void> {
  return post(emulator, "holds", holds);
}

/** The requests whose answers are held now. */
export async function heldRequests(emulator: Emulator): Promise<readonly HeldRequest[]> {
  const answer = await fetch(`${emulator.url}/__emulator/holds`);
  return answer.json();
}

/** Releases one held request, or drops all holds and releases every one. */
export function release(emulator: Emulator | null, held?: HeldRequest): Promise<void> {
  return post(emulator, "release", held && { id: held.id });
}

/** Brings the emulator back to its seed; its clock is stopped at a time, from which all dates count. */
export function resetAt(emulator: Emulator | null, now: string): Promise<void> {
  return post(emulator, "reset", { now });
}
