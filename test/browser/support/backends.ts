import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext } from "@playwright/test";
import { preview } from "vite";
import { site } from "../../../.scripts/site";
import type { HeldRequest } from "../../../src/emulator/backend/holds";

export interface Site {
  readonly url: string;
}

/** The emulated server over HTTP, and an API key with every scope (src/emulator/dispatch/auth.ts). */
export interface Emulator extends Site {
  readonly key: string;
}

/** Entries of a tab's session storage. */
export type Entries = readonly (readonly [string, string])[];

const [demo, live, ...emulators] = (process.env["TEST_PORTS"] ?? "")
  .split(",")
  .map((port) => `http://127.0.0.1:${port}`);

/** The builds, which playwright.config.ts serves. */
export const SITES = { demo: { url: demo ?? "" }, live: { url: live ?? "" } };

/** Returns the emulated server of a worker, so that tests that run at the same time don't share records. */
export function emulatorOf(worker: number): Emulator {
  const url = emulators[worker];
  if (url === undefined) throw new Error("playwright.config.ts starts no emulator for this worker");
  return { url, key: "phx_demo_all" };
}

/** Serves a build from another folder or port, or in front of a server. */
export async function startPreview(
  folder: string,
  { port = 0, upstream }: { readonly port?: number; readonly upstream?: string } = {},
): Promise<Site & { readonly close: () => Promise<void> }> {
  const server = await preview({
    configFile: false,
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    logLevel: "silent",
    plugins: [site(upstream)],
    build: { outDir: folder },
    preview: { port, host: "127.0.0.1", cors: false },
  });
  const url = (server.resolvedUrls?.local[0] ?? "").replace(/\/$/, "");
  return { url, close: () => server.close() };
}

/** Control requests need this header (src/emulator/CONTROL.md). */
function fetchControl(emulator: Site, action: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${emulator.url}/__emulator/${action}`, { ...init, headers: { "X-Emulator-Control": "1" } });
}

export async function heldRequests(emulator: Site): Promise<readonly HeldRequest[]> {
  return (await fetchControl(emulator, "holds")).json();
}

/** Changes a setting of the emulated server. Rejects if the server rejects the request. */
export async function postControl(emulator: Site, action: string, body?: unknown): Promise<void> {
  const answer = await fetchControl(emulator, action, {
    method: "POST",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${action}: ${answer.status} ${await answer.text()}`);
}

/** Restores the emulated server's seed and removes all faults. */
export function resetEmulator(emulator: Site): Promise<void> {
  return postControl(emulator, "reset");
}

/** Connects the app like a user. Returns the tab's session storage, which `startWithStorage` adds to other tabs. */
export async function connectedStorage(browser: Browser, emulator: Emulator): Promise<Entries> {
  const page = await browser.newPage();
  await page.goto(`${SITES.live.url}/connect`);
  await page.getByLabel("Server address").fill(emulator.url);
  await page.getByLabel("Personal API key").fill(emulator.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Open Demo" }).click();
  await page.waitForURL(/\/p\/[^/]+\/subscriptions/);
  const entries = await page.evaluate(() => Object.entries(sessionStorage));
  await page.close();
  return entries;
}

/** Adds storage entries to every page of the context before the app starts. */
export async function startWithStorage(context: BrowserContext, entries: Entries): Promise<void> {
  await context.addInitScript((entriesToStore) => {
    // A blank page has no storage.
    if (!location.protocol.startsWith("http")) return;
    for (const [key, value] of entriesToStore)
      if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, value);
    // The entries lack the pin, which is in local storage. An empty pin means that `config.json` names no server.
    if (localStorage.getItem("environs.pin") === null) localStorage.setItem("environs.pin", "");
  }, entries);
}

/** Marks something as already done, such as the tour, in every page of the context. */
export async function remember(context: BrowserContext, key: string): Promise<void> {
  await context.addInitScript((name) => {
    try {
      localStorage.setItem(name, "done");
    } catch {
      // A blank page has no storage, and some tests block it.
    }
  }, key);
}
