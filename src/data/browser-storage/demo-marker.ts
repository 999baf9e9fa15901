import { readStored, writeStored } from "./local-storage";

const MARKER_KEY = "environs.demo-content";

/** Stores that the demo's content was added. Returns false if it was added before, or if storage is blocked. */
export function markDemoContent(): boolean {
  return readStored(MARKER_KEY) === null && writeStored(MARKER_KEY, "added") === "stored";
}
