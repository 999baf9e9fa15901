import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import {
  connectedStorage,
  type Emulator,
  type Entries,
  emulatorOf,
  remember,
  resetEmulator,
  SITES,
  type Site,
  startWithStorage,
} from "./backends";
import { type CspViolation, collectCspViolations } from "./csp-violations";

interface Options {
  /** `demo`: emulated in the page. `live`: the live build, which is connected to the emulated server over HTTP. */
  readonly backend: "demo" | "live";
  /** Whether the page starts connected to the backend. False for a first visit. */
  readonly connected: boolean;
  /** Whether the tour was already shown. False for a visit on which the tour opens automatically. */
  readonly isTourDismissed: boolean;
  /** Whether the demo starts with saved views, a web vitals board and changes. */
  readonly hasDemoContent: boolean;
}

interface Fixtures {
  readonly site: Site;
  /** The emulated server over HTTP. Null in the demo. */
  readonly emulator: Emulator | null;
  /** The session storage of a connected tab. */
  readonly session: Entries;
  /** Errors and warnings in the console, crashes, requests to other hosts, and violations of the security policy. */
  readonly complaints: string[];
  /** Violations of the Content Security Policy or Trusted Types. Each one is also a complaint. */
  readonly violations: readonly CspViolation[];
  /** Allows complaints that the test causes. */
  readonly expectComplaint: (pattern: RegExp) => void;
}

interface WorkerFixtures {
  readonly liveSession: Entries;
}

/** Playwright's message when the configuration blocks service workers. */
const WORKER_BLOCKED = "Service Worker registration blocked by Playwright";

function watchContext(context: BrowserContext, ownOrigins: readonly string[]): string[] {
  const complaints: string[] = [];
  const watchPage = (page: Page) => {
    page.on("console", (message) => {
      if (message.text() === WORKER_BLOCKED || !["error", "warning"].includes(message.type())) return;
      complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => complaints.push(`crash: ${error.stack ?? error.message}`));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && !ownOrigins.includes(origin))
        complaints.push(`foreign host: ${request.url()}`);
    });
  };
  context.on("page", watchPage);
  return complaints;
}

/**
 * A test of the demo. Fails if a page logs an error or a warning, crashes, contacts a foreign host, or violates the
 * Content Security Policy.
 */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  backend: ["demo", { option: true }],
  connected: [true, { option: true }],
  isTourDismissed: [true, { option: true }],
  hasDemoContent: [false, { option: true }],

  liveSession: [
    async ({ browser }, use, { parallelIndex }) => {
      await use(await connectedStorage(browser, emulatorOf(parallelIndex)));
    },
    { scope: "worker" },
  ],
  session: async ({ backend, liveSession }, use) => use(backend === "live" ? liveSession : []),
  site: async ({ backend }, use) => use(SITES[backend]),
  baseURL: async ({ site }, use) => use(site.url),
  emulator: async ({ backend }, use, { parallelIndex }) => {
    await use(backend === "live" ? emulatorOf(parallelIndex) : null);
  },

  context: async ({ context, connected, isTourDismissed, hasDemoContent, emulator, session }, use) => {
    if (emulator !== null) await resetEmulator(emulator);
    if (isTourDismissed) await remember(context, "environs.tour");
    if (!hasDemoContent) await remember(context, "environs.demo-content");
    if (connected) await startWithStorage(context, session);
    await use(context);
  },

  complaints: async ({ context, site, emulator }, use) => {
    await use(watchContext(context, [site.url, ...(emulator === null ? [] : [emulator.url])]));
  },

  violations: async ({ context, complaints }, use) => {
    await use(
      await collectCspViolations(context, ({ directive, blocked, source }) =>
        complaints.push(`Content Security Policy: ${directive} refused ${blocked} (${source})`),
      ),
    );
  },

  expectComplaint: [
    // Requires `violations`, because that fixture adds each violation to the complaints.
    async ({ complaints, violations: _violations }, use) => {
      const allowed: RegExp[] = [];
      await use((pattern) => allowed.push(pattern));
      expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** A test of the live build, which is connected to the emulated server over HTTP. */
export const liveTest = test.extend({ backend: "live" });

export { expect };
