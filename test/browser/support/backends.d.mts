import type { Browser, BrowserContext } from "@playwright/test";
import type { Site } from "../../../.scripts/serve.mjs";

/** The emulated backend over real HTTP, and a key with every scope. */
export interface Emulator extends Site {
  readonly key: string;
}

type Entries = readonly (readonly [string, string])[];

/** Serves a build at any free port. */
export function startSite(build: "dist" | "dist-live"): Promise<Site>;

/** Starts the emulated backend as its own process at any free port. */
export function startEmulator(): Promise<Emulator>;

/** Brings the emulated backend back to its seed, without faults. */
export function resetEmulator(emulator: Emulator): Promise<void>;

/** Connects as a person does, and gives what the app then has in the tab's storage once it is connected: a later tab that gets it is connected too. */
export function connectedStorage(browser: Browser, siteUrl: string, emulator: Emulator): Promise<Entries>;

/** Makes every page of the context one to which the tour has been shown. */
export function rememberTour(context: BrowserContext): Promise<void>;

/** Makes every page of the context start with these entries. */
export function startWithStorage(context: BrowserContext, entries: Entries): Promise<void>;
