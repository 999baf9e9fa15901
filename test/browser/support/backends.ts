// Starts the servers of browser tests, resets the mocks, and prepares browser
// contexts.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { preview } from "vite";
import { site } from "../../../.scripts/site.ts";

export interface Site {
  readonly url: string;
  readonly close: () => Promise<unknown>;
}

/** The mocks over HTTP, and an API key with every scope. */
export interface MockBackend extends Site {
  readonly key: string;
}

type Entries = readonly (readonly [string, string])[];

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The mocks' API key with every scope (src/mocks/seed/world.ts). */
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

/** Starts the mocks in its own process on a free port. Waits for the printed URL. */
export function startMocks(): Promise<MockBackend> {
  const script = join(root, "dist-mocks", "server.js");
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
    child.once("exit", (code) => reject(new Error(`The mocks ended with exit code ${code}:\n${output}`)));
  });
}

/** Restores the seed. With `now`, stops the clock at this time, to which all dates are relative. */
export async function resetMocks(mocks: MockBackend | null, now?: string): Promise<void> {
  if (mocks === null) throw new Error("This test needs the mocks over HTTP.");
  const answer = await fetch(`${mocks.url}/__mocks/reset`, { method: "POST", body: JSON.stringify({ now }) });
  if (!answer.ok) throw new Error(`reset: ${answer.status}`);
}

/** Holds the page's requests to URLs that match, until `release` is called. */
export async function holdRequests(page: Page, url: RegExp, method: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    if (route.request().method() === method) await released;
    await route.continue();
  });
  return { release: () => release() };
}

/** Connects the app as a user would. Returns the tab's session storage, which `startWithStorage` adds to other tabs. */
export async function connectedStorage(
  browser: Browser,
  siteUrl: string,
  mocks: MockBackend,
): Promise<Entries> {
  const page = await browser.newPage();
  await page.goto(`${siteUrl}/connect`);
  await page.getByLabel("Server address").fill(mocks.url);
  await page.getByLabel("Personal API key").fill(mocks.key);
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
