import type { Browser, BrowserContext } from "@playwright/test";
import type { Site } from "../../../.scripts/serve.mjs";
import type { HeldRequest } from "../../../src/emulator/backend/holds";

/** The emulated backend over HTTP, and an API key with every scope. */
export interface Emulator extends Site {
  readonly key: string;
}

type Entries = readonly (readonly [string, string])[];

export function startSite(build: "dist" | "dist-live"): Promise<Site>;

/** Starts the emulated backend in its own process on a free port. */
export function startEmulator(): Promise<Emulator>;

export function heldRequests(emulator: Site): Promise<readonly HeldRequest[]>;

/**
 * Changes a setting of the emulated backend (src/emulator/CONTROL.md). Rejects if the backend rejects the request.
 */
export function postControl(emulator: Site, action: string, body?: unknown): Promise<void>;

/** Restores the emulated backend's seed and removes all faults. */
export function resetEmulator(emulator: Emulator): Promise<void>;

/** Connects the app like a user. Returns the tab's storage, with which other tabs are connected. */
export function connectedStorage(browser: Browser, siteUrl: string, emulator: Emulator): Promise<Entries>;

export function rememberTour(context: BrowserContext): Promise<void>;

/** Starts the demo without the content that it adds on a first visit, in every page of the context. */
export function omitDemoContent(context: BrowserContext): Promise<void>;

/** Adds storage entries to every page of the context before the app starts. */
export function startWithStorage(context: BrowserContext, entries: Entries): Promise<void>;
