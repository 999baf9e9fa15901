import { readStored, writeStored } from "./local-storage";

const MARKER_KEY = "environs.demo-content";

/** Marks the demo content as added. Returns false if it was marked before, or if storage fails. */
export function markDemoContent(): boolean {
  return readStored(MARKER_KEY) === null && writeStored(MARKER_KEY, "added") === "stored";
}
