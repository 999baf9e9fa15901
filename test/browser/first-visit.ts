import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { type Browser, expect } from "@playwright/test";
import { startSite, startWithStorage } from "./backends.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a first visit to the subscription list costs. Bytes are those of the files after Brotli at quality 11. */
export interface FirstVisit {
  readonly scriptBytes: number;
  readonly styleBytes: number;
  /** Scripts and styles that are fetched by themselves once the rows stand. */
  readonly bytesBehind: number;
  /** What moved after it was painted; empty for a layout shift (CLS) of 0. */
  readonly shifts: readonly Shift[];
  /** Origins that were asked for anything. */
  readonly origins: readonly string[];
}

function compressedSize(path: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(readFileSync(path), { params }).length;
}

function sumOf(build: string, urls: Iterable<string>, ending: string): number {
  const files = [...urls].map((url) => new URL(url).pathname).filter((path) => path.endsWith(ending));
  return files.reduce((sum, path) => sum + compressedSize(join(root, build, path)), 0);
}

/** One movement of the layout: how much, and what moved. */
interface Shift {
  readonly value: number;
  readonly what: string;
}

/** Runs in the page before anything else, and notes its movements. */
function observeShifts(): void {
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

function readShifts(): readonly Shift[] {
  return "shifts" in window && Array.isArray(window.shifts)
    ? window.shifts
    : [{ value: 1, what: "unobserved" }];
}

/** Runs in the page before anything else, and notes when the first row came. */
function observeRows(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector("tbody a") === null) return;
    observer.disconnect();
    Object.assign(window, { rowsAt: performance.now() });
  });
  observer.observe(document, { childList: true, subtree: true });
}

/**
 * Runs in the page before anything else. What a page begins by the clock, seconds after its start, is meant for behind
 * the rows: where something stalls the clock would come first, and it would be counted with them.
 */
function holdClockWork(): void {
  const LATE = 1_000;
  const begin = window.setTimeout.bind(window);
  const rows = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector("tbody a") === null) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  const later = (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    // A moment after the rows, so that its start is told apart from theirs.
    ms < LATE ? begin(act, ms, ...args) : begin(() => void rows.then(() => begin(act, 50, ...args)), ms);
  Object.assign(window, { setTimeout: later });
}

/** Files that were asked for before the first row came, and those behind it. */
function readFiles(): { readonly before: readonly string[]; readonly behind: readonly string[] } {
  const rowsAt = "rowsAt" in window ? Number(window.rowsAt) : 0;
  const files = performance.getEntriesByType("resource");
  const namesOf = (isBehind: boolean) =>
    files.filter(({ startTime }) => startTime > rowsAt === isBehind).map(({ name }) => name);
  return { before: namesOf(false), behind: namesOf(true) };
}

/** Opens the subscription list of a build in a browser that has never seen it, and waits until it is quiet. */
export async function visitFirst(
  browser: Browser,
  build: "dist" | "dist-live",
  session: Parameters<typeof startWithStorage>[1],
): Promise<FirstVisit> {
  const site = await startSite(build);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await startWithStorage(context, session);
  await context.addInitScript(observeShifts);
  await context.addInitScript(observeRows);
  await context.addInitScript(holdClockWork);
  const page = await context.newPage();
  const urls = new Set<string>();
  page.on("request", (request) => urls.add(request.url()));
  await page.goto(`${site.url}/p/1/subscriptions`);
  await expect(page.locator("tbody a").first()).toBeVisible();
  // What comes behind the rows has come when this can be used.
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const shifts = await page.evaluate(readShifts);
  const { before, behind } = await page.evaluate(readFiles);
  await context.close();
  await site.close();
  const own = (names: readonly string[]) => new Set(names.filter((url) => url.startsWith(site.url)));
  const foreign = [...urls].filter((url) => url.startsWith("http") && !url.startsWith(site.url));
  return {
    scriptBytes: sumOf(build, own(before), ".js"),
    styleBytes: sumOf(build, own(before), ".css"),
    bytesBehind: sumOf(build, own(behind), ".js") + sumOf(build, own(behind), ".css"),
    shifts,
    origins: [...new Set(foreign.map((url) => new URL(url).origin))],
  };
}
