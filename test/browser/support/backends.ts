// Starts the servers of browser tests, controls the emulated backend, and prepares browser
// contexts.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { preview } from "vite";
import { site } from "../../../.scripts/site.ts";
import type { HeldRequest } from "../../../src/emulator/backend/holds";

export interface Site {
  readonly url: string;
  readonly close: () => Promise<unknown>;
}

/** The emulated backend over HTTP, and an API key with every scope. */
export interface Emulator extends Site {
  readonly key: string;
}

type Entries = readonly (readonly [string, string])[];

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The emulator's API key with every scope (src/emulator/dispatch/auth.ts). */
const KEY = "phx_demo_all";

/**
 * Serves a build as `npm start` does.
 * @param port 0 for any free port
 * @param upstream server to which `/api/` is proxied
 */
export async function startPreview(
  folder: string,
  { port = 0, upstream }: { readonly port?: number; readonly upstream?: string } = {},
): Promise<Site> {
  const { httpServer, resolvedUrls, close } = await preview({
    configFile: false,
    root,
    logLevel: "silent",
    plugins: [site(upstream)],
    build: { outDir: folder },
    preview: { port, strictPort: true, host: "127.0.0.1", cors: false },
  });
  return {
    url: (resolvedUrls?.local[0] ?? "").replace(/\/$/, ""),
    close: () => {
      // Pages keep their connections open.
      if ("closeAllConnections" in httpServer) httpServer.closeAllConnections();
      return close();
    },
  };
}

/** Starts the emulator in its own process on a free port. Waits for the printed URL. */
export function startEmulator(): Promise<Emulator> {
  const script = join(root, "dist-emulator", "node-server.js");
  const child = spawn(process.execPath, [script, "--port", "0", "--quiet"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () =>
    new Promise<unknown>((resolve) => {
      if (child.exitCode !== null) return resolve(null);
      child.once("exit", resolve);
      return child.kill();
    });
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /https?:\/\/[\w.-]+:[1-9]\d+/.exec(output)?.[0];
      if (url !== undefined) resolve({ url, key: KEY, close: stop });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The emulator ended with exit code ${code}:\n${output}`)));
  });
}

/** Control requests need this header (src/emulator/CONTROL.md). */
const CONTROL_HEADERS = { "X-Emulator-Control": "1" };

function fetchControl(emulator: Site, action: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${emulator.url}/__emulator/${action}`, { ...init, headers: CONTROL_HEADERS });
}

export async function heldRequests(emulator: Site): Promise<readonly HeldRequest[]> {
  return (await fetchControl(emulator, "holds")).json();
}

/** Changes a setting of the emulated backend (src/emulator/CONTROL.md). Rejects if the backend rejects the request. */
export async function postControl(emulator: Site, action: string, body?: unknown): Promise<void> {
  const answer = await fetchControl(emulator, action, {
    method: "POST",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${action}: ${answer.status} ${await answer.text()}`);
}

/** Restores the emulated backend's seed and removes all faults. */
export function resetEmulator(emulator: Emulator): Promise<void> {
  return postControl(emulator, "reset");
}

/** Connects the app to the emulator as a user would. */
async function connectByScreen(page: Page, siteUrl: string, emulator: Emulator): Promise<void> {
  await page.goto(`${siteUrl}/connect`);
  await page.getByLabel("Server address").fill(emulator.url);
  await page.getByLabel("Personal API key").fill(emulator.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Open Demo" }).click();
  await page.waitForURL(/\/p\/[^/]+\/subscriptions/);
}

/**
 * Connects the app. Returns the tab's session storage, which `startWithStorage` adds to other tabs.
 */
export async function connectedStorage(
  browser: Browser,
  siteUrl: string,
  emulator: Emulator,
): Promise<Entries> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await connectByScreen(page, siteUrl, emulator);
  const entries = await page.evaluate(() => Object.entries(sessionStorage));
  await context.close();
  return entries;
}

/** Adds storage entries to every page of the context before the app starts. */
export async function startWithStorage(context: BrowserContext, entries: Entries): Promise<void> {
  await context.addInitScript((entriesToStore) => {
    // A blank page has no storage.
    if (!location.protocol.startsWith("http")) return;
    for (const [key, value] of entriesToStore)
      if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, value);
    // The entries lack the pin, which is in local storage. An empty pin means that `config.json`
    // names no server.
    if (localStorage.getItem("environs.pin") === null) localStorage.setItem("environs.pin", "");
  }, entries);
}

/** Marks the tour as shown in every page of the context. */
export async function rememberTour(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      localStorage.setItem("environs.tour", "seen");
    } catch {
      // A blank page has no storage, and some tests block storage.
    }
  });
}

/** Prevents the demo from adding its content on a first visit, in every page of the context. */
export async function omitDemoContent(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      localStorage.setItem("environs.demo-content", "added");
    } catch {
      // A blank page has no storage, and some tests block it.
    }
  });
}
