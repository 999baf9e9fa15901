import { type BrowserContext, test as base, type Download, expect, type Page } from "@playwright/test";
import {
  connectedStorage,
  type Emulator,
  omitDemoContent,
  rememberTour,
  resetEmulator,
  type Site,
  startEmulator,
  startPreview,
  startWithStorage,
} from "./backends";
import { type CspViolation, collectCspViolations } from "./csp-violations";

export interface BackendOptions {
  /** `demo`: emulated in the page. `live`: a build without the emulator, which connects to the emulator over HTTP. */
  readonly backend: "demo" | "live";
}

interface WorkerFixtures extends BackendOptions {
  readonly site: Site;
  /** The backend over HTTP. Null if the page emulates it. */
  readonly emulator: Emulator | null;
  readonly session: readonly (readonly [string, string])[];
}

/** Recorded activity of a context's pages. */
interface Watched {
  /**
   * Console errors and warnings, crashes, requests to foreign hosts, and violations of the Content
   * Security Policy.
   */
  readonly consoleErrors: string[];
  readonly downloads: Set<Download>;
}

interface TestFixtures {
  /**
   * Violations of the Content Security Policy or Trusted Types on any page. Each one fails the test
   * unless `expectComplaint` allows it.
   */
  readonly violations: readonly CspViolation[];
  /** Allows console errors that the test causes. */
  readonly expectComplaint: (pattern: RegExp) => void;
  readonly watched: Watched;
  /** Whether the page starts connected to the backend. False for a first visit. */
  readonly connected: boolean;
  /** Whether the tour was already shown. False for a visit on which the tour opens automatically. */
  readonly isTourDismissed: boolean;
  /** Whether the demo starts with saved views, a web vitals board and changes. */
  readonly hasDemoContent: boolean;
}

/** Playwright's message when the configuration blocks service workers. */
const WORKER_BLOCKED = "Service Worker registration blocked by Playwright";

function watchPage(page: Page, ownOrigins: readonly string[], { consoleErrors, downloads }: Watched): void {
  page.on("console", (message) => {
    if (message.text() === WORKER_BLOCKED) return;
    if (message.type() === "error" || message.type() === "warning")
      consoleErrors.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => consoleErrors.push(`crash: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && !ownOrigins.includes(origin))
      consoleErrors.push(`foreign host: ${request.url()}`);
  });
  page.on("download", (download) => {
    downloads.add(download);
    void download.failure().finally(() => downloads.delete(download));
  });
}

function watchContext(context: BrowserContext, ownOrigins: readonly string[]): Watched {
  const watched = { consoleErrors: [], downloads: new Set<Download>() };
  for (const page of context.pages()) watchPage(page, ownOrigins, watched);
  context.on("page", (page) => watchPage(page, ownOrigins, watched));
  return watched;
}

/**
 * Extends Playwright's `test` with a build of the app. A test fails if a page logs an error or a
 * warning, crashes, contacts a foreign host, or violates the Content Security Policy.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  backend: ["demo", { option: true, scope: "worker" }],
  connected: [true, { option: true }],
  isTourDismissed: [true, { option: true }],
  hasDemoContent: [false, { option: true }],

  site: [
    async ({ backend }, use) => {
      const site = await startPreview(backend === "live" ? "dist-live" : "dist");
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

  context: async ({ context, connected, isTourDismissed, hasDemoContent, emulator, session }, use) => {
    if (emulator !== null) await resetEmulator(emulator);
    if (isTourDismissed) await rememberTour(context);
    if (!hasDemoContent) await omitDemoContent(context);
    if (connected) await startWithStorage(context, session);
    await use(context);
  },

  watched: async ({ context, site, emulator }, use) => {
    const watched = watchContext(context, [site.url, ...(emulator === null ? [] : [emulator.url])]);
    await use(watched);
    // The page may show "Saved" before the browser reports the end of the download.
    await Promise.all([...watched.downloads].map((download) => download.cancel()));
  },

  violations: async ({ context, watched }, use) => {
    const violations = await collectCspViolations(context, ({ directive, blocked, source }) =>
      watched.consoleErrors.push(`Content Security Policy: ${directive} refused ${blocked} (${source})`),
    );
    await use(violations);
  },

  expectComplaint: [
    // Requires `violations`, because that fixture adds each violation to the console errors.
    async ({ watched, violations: _violations }, use) => {
      const allowed: RegExp[] = [];
      await use((pattern) => allowed.push(pattern));
      expect(watched.consoleErrors.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});

export { expect };
