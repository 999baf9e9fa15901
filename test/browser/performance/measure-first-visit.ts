import { type Browser, expect, type Page } from "@playwright/test";
import { type Build, readVisitFiles } from "../../build/visit-files.mjs";
import { startSite, startWithStorage } from "../support/backends.mjs";

export interface FirstVisit {
  /** Fetched files that aren't in the build's import graph for this visit. */
  readonly unexpected: readonly string[];
  readonly shifts: readonly Shift[];
  readonly origins: readonly string[];
}

interface Shift {
  readonly value: number;
  readonly what: string;
}

/** Records layout shifts. Runs in the page before all other scripts. */
function observeLayoutShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  const nameOf = (node: unknown) =>
    node instanceof Element ? `${node.localName}.${node.getAttribute("class") ?? ""}` : String(node);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!("value" in entry && "sources" in entry && Array.isArray(entry.sources))) continue;
      const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
        [nameOf(node), from.x, from.y, from.width, from.height, "→", to.x, to.y, to.width, to.height].join(
          " ",
        ),
      );
      shifts.push({ value: Number(entry.value), what: moved.join("; ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

function readLayoutShifts(): readonly Shift[] {
  return "shifts" in window && Array.isArray(window.shifts)
    ? window.shifts
    : [{ value: 1, what: "unobserved" }];
}

/** Holds requests for these files until the returned function is called. */
async function holdFiles(page: Page, files: ReadonlySet<string>): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    ({ pathname }) => files.has(pathname.slice(1)),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

/**
 * Opens the subscription list of a build in a new browser context, and waits for everything that
 * the page fetches.
 */
export async function measureFirstVisit(
  browser: Browser,
  build: Build,
  session: Parameters<typeof startWithStorage>[1],
): Promise<FirstVisit> {
  const { start, emulator, behind: deferredFiles, fonts, later } = readVisitFiles(build);
  const site = await startSite(build);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await startWithStorage(context, session);
  await context.addInitScript(observeLayoutShifts);
  const page = await context.newPage();
  const urls = new Set<string>();
  page.on("request", (request) => urls.add(request.url()));
  const files = () =>
    [...urls]
      .filter((url) => url.startsWith(`${site.url}/assets/`))
      .map((url) => new URL(url).pathname.slice(1));
  // The rows must appear even while deferred files are held.
  const release = await holdFiles(page, new Set([...deferredFiles, ...later]));
  await page.goto(`${site.url}/p/1/subscriptions`);
  await expect(page.locator("tbody a").first()).toBeVisible();
  release();
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
  const expected = [...start, ...emulator, ...deferredFiles];
  await expect.poll(files).toEqual(expect.arrayContaining(expected));
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const shifts = await page.evaluate(readLayoutShifts);
  const isKnown = (file: string) => expected.includes(file) || later.has(file) || fonts.has(file);
  const unexpected = files().filter((file) => !isKnown(file));
  await context.close();
  await site.close();
  const thirdPartyOrigins = [...urls].filter((url) => url.startsWith("http") && !url.startsWith(site.url));
  return { unexpected, shifts, origins: [...new Set(thirdPartyOrigins.map((url) => new URL(url).origin))] };
}
