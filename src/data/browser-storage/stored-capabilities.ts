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

/**
 * Whether the server saves without sending when a request asks for it (`send_test_now: false`). `proven`: it did.
 * `broken`: it sent a delivery anyway.
 */
export type QuietSaves = "proven" | "broken" | "unknown";

const QUIET_SAVES_MAX_AGE_MS = 7 * 86_400_000;

const storedQuietSaves = z.object({ at: z.number(), state: z.enum(["proven", "broken"]) });

function quietSavesKey(connectionId: string): string {
  return `environs.quiet-saves.${connectionId}`;
}

/** Returns what the last seven days showed. Stored apart from the capabilities, which expire sooner. */
export function readQuietSaves(connectionId: string): QuietSaves {
  try {
    const text = readStored(quietSavesKey(connectionId)) ?? "";
    const { at, state } = z.parse(storedQuietSaves, JSON.parse(text));
    return Date.now() - at < QUIET_SAVES_MAX_AGE_MS ? state : "unknown";
  } catch {
    return "unknown";
  }
}

/** Ignores storage errors. The state then stays unknown. */
export function writeQuietSaves(connectionId: string, state: QuietSaves): void {
  writeStored(
    quietSavesKey(connectionId),
    state === "unknown" ? null : JSON.stringify({ at: Date.now(), state }),
  );
}
