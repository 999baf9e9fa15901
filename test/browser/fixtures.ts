import { test as base, expect, type Page } from "@playwright/test";
import type { Site } from "../../.scripts/serve.mjs";
import {
  connectedStorage,
  type Emulator,
  rememberTour,
  resetEmulator,
  startEmulator,
  startSite,
  startWithStorage,
} from "./backends.mjs";

/** Which backend a project of the configuration works on. */
export interface BackendOptions {
  /** `demo`: emulated in the page; `live`: a build without emulator, and the emulator over real HTTP. */
  readonly backend: "demo" | "live";
}

interface Shared extends BackendOptions {
  /** The served build. */
  readonly site: Site;
  /** The backend over HTTP; null where the page emulates it. */
  readonly emulator: Emulator | null;
  /** Storage of a tab that is connected. */
  readonly session: readonly (readonly [string, string])[];
}

interface Each {
  /** Lets a complaint of the page that the test provokes pass. */
  readonly expectComplaint: (pattern: RegExp) => void;
  /** Whether the page starts connected to the backend; `false` for a first visit. */
  readonly connected: boolean;
  /** Whether the tour was shown before; `false` for a visit to which it comes by itself. */
  readonly tourSeen: boolean;
}

/** What Playwright says where the configuration lets no service worker begin. */
const WORKER_BLOCKED = "Service Worker registration blocked by Playwright";

/** Collects what a page must never do: complain on its console, crash, or speak to a foreign host. */
function watch(page: Page, origins: readonly string[], complaints: string[]): void {
  page.on("console", (message) => {
    if (message.text() === WORKER_BLOCKED) return;
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`crash: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && !origins.includes(origin))
      complaints.push(`foreign host: ${request.url()}`);
  });
}

/** Playwright's `test` on a served build: each page must keep silent and stay at home. */
export const test = base.extend<Each, Shared>({
  backend: ["demo", { option: true, scope: "worker" }],
  connected: [true, { option: true }],
  tourSeen: [true, { option: true }],

  site: [
    async ({ backend }, use) => {
      const site = await startSite(backend === "live" ? "dist-live" : "dist");
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],

  emulator: [
    async ({ backend }, use) => {
      const emulator = backend === "live" ? await startEmulator() : null;
      await use(emulator);
      await emulator?.close();
    },
    { scope: "worker" },
  ],

  session: [
    async ({ browser, site, emulator }, use) => {
      await use(emulator === null ? [] : await connectedStorage(browser, site.url, emulator));
    },
    { scope: "worker" },
  ],

  baseURL: ({ site }, use) => use(site.url),

  context: async ({ context, connected, tourSeen, emulator, session }, use) => {
    if (emulator !== null) await resetEmulator(emulator);
    if (tourSeen) await rememberTour(context);
    if (connected) await startWithStorage(context, session);
    await use(context);
  },

  expectComplaint: [
    async ({ context, site, emulator }, use) => {
      const complaints: string[] = [];
      const allowed: RegExp[] = [];
      const origins = [site.url, ...(emulator === null ? [] : [emulator.url])];
      context.on("page", (page) => watch(page, origins, complaints));
      await use((pattern) => allowed.push(pattern));
      expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
