import type { Browser, BrowserContext } from "@playwright/test";
import type { Site } from "../../../.scripts/serve.mjs";
import type { HeldRequest } from "../../../src/emulator/backend/holds";

/** The emulated backend over HTTP, and a key with every scope. */
export interface Emulator extends Site {
  readonly key: string;
}

type Entries = readonly (readonly [string, string])[];

/** Serves a build on any free port. */
export function startSite(build: "dist" | "dist-live"): Promise<Site>;

/** Starts the emulated backend in its own process on any free port. */
export function startEmulator(): Promise<Emulator>;

/** Returns the requests whose responses are held. */
export function heldRequests(emulator: Site): Promise<readonly HeldRequest[]>;

/** Returns the time of the emulated backend in milliseconds since 1970. */
export function readServerTime(emulator: Site): Promise<number>;

/** Changes a setting of the emulated backend (src/emulator/CONTROL.md). Rejects when it is refused. */
export function postControl(emulator: Site, action: string, body?: unknown): Promise<void>;

/** Restores the seed of the emulated backend and removes all faults. */
export function resetEmulator(emulator: Emulator): Promise<void>;

/** Connects the app like a user and returns the tab's storage. Another tab with this storage is connected too. */
export function connectedStorage(browser: Browser, siteUrl: string, emulator: Emulator): Promise<Entries>;

/** Marks the tour as shown in every page of the context. */
export function rememberTour(context: BrowserContext): Promise<void>;

/** Adds these storage entries to every page of the context at its start. */
export function startWithStorage(context: BrowserContext, entries: Entries): Promise<void>;
