// Starts the servers of browser tests, controls the emulated backend, and prepares browser
// contexts.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext } from "@playwright/test";
import { preview } from "vite";
import { site } from "../../../.scripts/site.ts";
import type { HoldSetting } from "../../../src/emulator/backend/holds";
import type { FaultSetting } from "../../../src/emulator/faults/faults";

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

/** Changes a setting of the emulated backend (src/emulator/CONTROL.md). */
async function control(emulator: Emulator | null, action: string, body: object = {}): Promise<void> {
  if (emulator === null) throw new Error("This test needs the emulator over HTTP.");
  const answer = await fetch(`${emulator.url}/__emulator/${action}`, {
    method: "POST",
    headers: { "X-Emulator-Control": "1" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${action}: ${answer.status} ${await answer.text()}`);
}

/** Restores the seed and removes all faults. With `now`, stops the clock at this time, to which all dates are relative. */
export function resetEmulator(emulator: Emulator | null, now?: string): Promise<void> {
  return control(emulator, "reset", { now });
}

/** Replaces all faults of the emulator. Without arguments, removes them. */
export function setFaults(emulator: Emulator | null, ...faults: readonly FaultSetting[]): Promise<void> {
  return control(emulator, "faults", faults);
}

/** Holds the responses to matching requests from now on. */
export function setHolds(emulator: Emulator | null, ...holds: readonly HoldSetting[]): Promise<void> {
  return control(emulator, "holds", holds);
}

/** Removes all holds and releases every request. */
export function releaseAll(emulator: Emulator | null): Promise<void> {
  return control(emulator, "release");
}

/** Connects the app as a user would. Returns the tab's session storage, which `startWithStorage` adds to other tabs. */
export async function connectedStorage(
  browser: Browser,
  siteUrl: string,
  emulator: Emulator,
): Promise<Entries> {
  const page = await browser.newPage();
  await page.goto(`${siteUrl}/connect`);
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
    // The entries lack the pin, which is in local storage. An empty pin means that `config.json`
    // names no server.
    if (localStorage.getItem("environs.pin") === null) localStorage.setItem("environs.pin", "");
  }, entries);
}

/** Sets an entry of local storage in every page of the context. */
export async function storeEntry(context: BrowserContext, name: string, value: string): Promise<void> {
  await context.addInitScript(
    ([key, text]) => {
      try {
        localStorage.setItem(key, text);
      } catch {
        // A blank page has no storage, and some tests block storage.
      }
    },
    [name, value] as const,
  );
}
