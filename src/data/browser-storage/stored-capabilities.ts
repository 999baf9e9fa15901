import * as z from "zod/mini";
import { readStored, writeStored } from "./local-storage";

/** Stored capabilities expire after a day, because a server may be updated. */
const MAX_AGE_MS = 86_400_000;

const storedCapabilities = z.object({ at: z.number(), names: z.array(z.string()) });

function storageKey(connectionId: string): string {
  return `environs.capabilities.${connectionId}`;
}

/** Returns the names of the connection's capabilities that were found within the last day. */
export function readCapabilities(connectionId: string): readonly string[] {
  try {
    const { at, names } = z.parse(storedCapabilities, JSON.parse(readStored(storageKey(connectionId)) ?? ""));
    return Date.now() - at < MAX_AGE_MS ? names : [];
  } catch {
    return [];
  }
}

/** Stores capabilities. Ignores storage errors, because the next loaded records prove the capabilities again. */
export function writeCapabilities(connectionId: string, names: readonly string[]): void {
  writeStored(
    storageKey(connectionId),
    names.length === 0 ? null : JSON.stringify({ at: Date.now(), names }),
  );
}
