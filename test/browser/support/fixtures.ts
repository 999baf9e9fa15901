import { test as base, type Download, expect, type Page } from "@playwright/test";
import type { MockBackend, Site } from "./backends";
import {
  connectedStorage,
  resetMocks,
  startMocks,
  startPreview,
  startWithStorage,
  storeEntry,
} from "./backends";

export interface BackendOptions {
  /** `demo`: the mocks in the page. `live`: a build without the mocks, which connects to the mocks over HTTP. */
  readonly backend: "demo" | "live";
}

interface WorkerFixtures extends BackendOptions {
  readonly site: Site;
  /** The backend over HTTP. Null if it is in the page. */
  readonly mocks: MockBackend | null;
  readonly session: readonly (readonly [string, string])[];
}

interface CspViolation {
  /** Such as `script-src-elem` or `require-trusted-types-for`. */
  readonly directive: string;
  /** The blocked URL, or a keyword such as `inline`, `eval` or `trusted-types-sink`. */
  readonly blocked: string;
  readonly source: string;
}

/** Recorded activity of a context's pages. */
interface Watched {
  /** Console errors and warnings, crashes, requests to foreign hosts, and violations of the Content Security Policy. */
  readonly consoleErrors: string[];
  readonly downloads: Set<Download>;
}

interface TestFixtures {
  /** Violations of the Content Security Policy or Trusted Types. Each one fails the test unless `expectComplaint` allows it. */
  readonly violations: readonly CspViolation[];
  /** Allows console errors that the test causes. */
  readonly expectComplaint: (pattern: RegExp) => void;
  readonly watched: Watched;
  /** Whether the page starts connected to the backend. False for a first visit. */
  readonly connected: boolean;
  /** Whether the tour was already shown. False for a visit on which the tour opens automatically. */
  readonly isTourDismissed: boolean;
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

/** Reports violations to the test. Runs in each page before all other scripts. */
function reportViolations(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const report = "reportViolation" in window ? window.reportViolation : undefined;
    if (typeof report !== "function") throw new Error("No listener for violations.");
    report({
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      source: `${event.sourceFile}:${event.lineNumber}:${event.columnNumber}`,
    });
  });
}

/**
 * Extends Playwright's `test` with a build of the app. A test fails if a page logs an error or a
 * warning, crashes, contacts a foreign host, or violates the Content Security Policy.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  backend: ["demo", { option: true, scope: "worker" }],
  connected: [true, { option: true }],
  isTourDismissed: [true, { option: true }],

  site: [
    async ({ backend }, use) => {
      const site = await startPreview(backend === "live" ? "dist-live" : "dist");
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],

  mocks: [
    async ({ backend }, use) => {
      const mocks = backend === "live" ? await startMocks() : null;
      await use(mocks);
      await mocks?.close();
    },
    { scope: "worker" },
  ],

  session: [
    async ({ browser, site, mocks }, use) => {
      await use(mocks === null ? [] : await connectedStorage(browser, site.url, mocks));
    },
    { scope: "worker" },
  ],

  baseURL: ({ site }, use) => use(site.url),

  context: async ({ context, connected, isTourDismissed, mocks, session }, use) => {
    if (mocks !== null) await resetMocks(mocks);
    if (isTourDismissed) await storeEntry(context, "environs.tour", "seen");
    // Otherwise, the demo would start with saved views, a web vitals board and changes.
    await storeEntry(context, "environs.demo-content", "added");
    if (connected) await startWithStorage(context, session);
    await use(context);
  },

  watched: async ({ context, site, mocks }, use) => {
    const watched = { consoleErrors: [], downloads: new Set<Download>() };
    const ownOrigins = [site.url, ...(mocks === null ? [] : [mocks.url])];
    for (const page of context.pages()) watchPage(page, ownOrigins, watched);
    context.on("page", (page) => watchPage(page, ownOrigins, watched));
    await use(watched);
    // The page may show "Saved" before the browser reports the end of the download.
    await Promise.all([...watched.downloads].map((download) => download.cancel()));
  },

  violations: async ({ context, watched }, use) => {
    const violations: CspViolation[] = [];
    await context.exposeFunction("reportViolation", (violation: CspViolation) => {
      violations.push(violation);
      const { directive, blocked, source } = violation;
      watched.consoleErrors.push(`Content Security Policy: ${directive} refused ${blocked} (${source})`);
    });
    await context.addInitScript(reportViolations);
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

// Finding an element by its role takes long on a full page.
const DIALOG = "[role=dialog]";

/** Whether a path opens a form over a page. */
export const opensForm = (path: string) => /\/(?:new|edit)(?:\?|$)/.test(path);

/** Waits until a page, and the form over it if the path opens one, is complete. */
export async function waitUntilLoaded(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  await expect(page.locator("h1, h2").first()).toBeVisible();
  // The form's code loads after the page.
  if (opensForm(path)) await expect(page.locator(DIALOG)).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const isInFlight = async () =>
    (await page.requests()).some((one) => !one.existingResponse() && !one.failure());
  await expect.poll(isInFlight, "requests in flight").toBe(false);
}

/** Leads to a path, without loading the document again if the app already runs. */
export async function showPath(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith("http")) return void (await page.goto(path));
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll("h1")) heading.setAttribute("data-left", "");
    // The router's index, as in its own entries.
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: String(Math.random()) }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Opens a page as `showPath` does. The last page must not be the same page about another record or project. */
export async function openPage(page: Page, path: string): Promise<void> {
  const url = page.url();
  await showPath(page, path);
  if (url.startsWith("http")) {
    const { pathname: left } = new URL(url);
    // A form opens over a page, whose heading stays.
    if (opensForm(left) && !opensForm(path)) await expect(page.locator(DIALOG)).toHaveCount(0);
    else if (!opensForm(path) && left !== new URL(path, url).pathname)
      await expect(page.locator("h1:not([data-left])").first()).toBeVisible();
    await waitForFrame(page);
  }
  await waitUntilLoaded(page, path);
}

/** Waits for two frames, because a style change takes effect in the second one. */
export function waitForFrame(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

export { expect };
