import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { Download, Page } from "@playwright/test";
import { readZip } from "../../src/data/zip-reader.fixture";
import { axeOn } from "./axe-builder";
import type { Emulator } from "./backends.mjs";
import { expect, test } from "./fixtures";

// Over real HTTP: what a page in the browser's own emulator cannot show is what networks do to files.
const LIST = "/p/1/exports?q=is%3Aready+format%3Acsv";
const MB = 1_000_000;

/** What the emulated server does wrong from now on. */
async function fail(emulator: Emulator | null, ...faults: readonly object[]): Promise<void> {
  const body = JSON.stringify(faults);
  const answer = await fetch(`${emulator?.url}/__emulator/faults`, { method: "POST", body });
  expect(answer.ok).toBe(true);
}

const onFiles = (kind: string, more: object = {}) => ({ endpoint: "exports.content", kind, ...more });

async function openList(page: Page, address = LIST): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Exports" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
}

const tray = (page: Page) => page.getByRole("list", { name: "Downloads" });

/** Downloads the first export of the list. */
async function downloadFirst(page: Page): Promise<void> {
  await page.getByRole("row").nth(1).getByRole("checkbox").check();
  await page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name: "Download 1 file" })
    .click();
}

/** Files of downloads that lie in the place that the browser gives the page on the disk. */
function filesKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const disk = await navigator.storage.getDirectory();
    const count = async (folder: FileSystemDirectoryHandle): Promise<number> => {
      let files = 0;
      try {
        for await (const entry of folder.values()) {
          files += entry instanceof FileSystemDirectoryHandle ? await count(entry) : 1;
        }
      } catch (error) {
        // The page removes it at this very moment: then nothing in it is kept.
        if (error instanceof DOMException && error.name === "NotFoundError") return 0;
        throw error;
      }
      return files;
    };
    return count(disk);
  });
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

/** A host that keeps files, and notes who asks. */
async function startStorage(headers: Readonly<Record<string, string>>, status = 200) {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(incoming.headers);
    outgoing.writeHead(status, { "Content-Type": "text/csv", ...headers }).end("from,storage\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/bucket/file?signature=abc`,
    asked,
    close: () => void server.close(),
  };
}

test("a file is saved under the name of its record, with all of its bytes @live", async ({ page }) => {
  await openList(page);
  const arriving = page.waitForEvent("download");
  await downloadFirst(page);
  // It goes by itself, so it is looked at before the file.
  await expect(tray(page).getByText(/^Saved, \d+ bytes$/)).toBeVisible();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^[\w-]+\.csv$/);
  const text = await textOf(download);
  expect(text.split("\r\n").length).toBeGreaterThan(12);
  await expect(tray(page)).toBeHidden({ timeout: 20_000 });
  // The browser may still read it, so it is removed by the next page.
  expect(await filesKept(page)).toBe(1);
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect.poll(() => filesKept(page)).toBe(0);
});

test("several files come as one zip, without those that fail @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE/);
  await fail(emulator, onFiles("file-name", { endpoint: "*", fileName: "Same.csv" }));
  await openList(page);
  const rows = page.getByRole("row");
  for (const place of [1, 2, 3]) await rows.nth(place).getByRole("checkbox").check();
  await fail(emulator, onFiles("file-broken-off", { times: 1 }));
  const arriving = page.waitForEvent("download");
  await page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name: "Download 3 files as a zip" })
    .click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^Exports of project 1 \d{4}-\d\d-\d\d\.zip$/);
  const entries = await readZip(new Blob([await readFile(await download.path())]));
  expect([...entries.keys()]).toEqual(["Same (2).csv", "Same (3).csv", "What failed.txt"]);
  expect(entries.get("Same (2).csv")).toContain("Week,");
  expect(entries.get("What failed.txt")).toContain("Same.csv");
  await expect(tray(page).getByText(/^Saved, .*; 1 file failed$/)).toBeVisible();
  await tray(page).getByText("Which files failed, and why").click();
  await expect(tray(page).getByText(/The connection broke off/)).toBeVisible();
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
});

test("a file that breaks off is not saved, and comes whole when it is tried again @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE/);
  await openList(page);
  const saved: Download[] = [];
  page.on("download", (download) => saved.push(download));
  await fail(emulator, onFiles("file-broken-off"));
  await downloadFirst(page);
  await expect(tray(page).getByText("Not saved: The connection broke off")).toBeVisible();
  await fail(emulator);
  const arriving = page.waitForEvent("download");
  await tray(page)
    .getByRole("button", { name: /^Try .* again$/ })
    .click();
  await expect(tray(page).getByText(/^Saved, \d+ bytes$/)).toBeVisible();
  // The page says it before the browser tells of it.
  await arriving;
  expect(saved).toHaveLength(1);
});

test("what is no file is not saved as one @live", async ({ page, emulator, expectComplaint }) => {
  expectComplaint(/status of 404/);
  await openList(page);
  await fail(emulator, onFiles("empty"));
  await downloadFirst(page);
  await expect(tray(page).getByText("Not saved: The file is empty")).toBeVisible();
  await fail(emulator, onFiles("file-type"));
  await tray(page)
    .getByRole("button", { name: /^Try .* again$/ })
    .click();
  await expect(tray(page).getByText("Not saved: A web page came instead of the file")).toBeVisible();
  await fail(emulator, onFiles("status", { status: 404 }));
  await tray(page)
    .getByRole("button", { name: /^Try .* again$/ })
    .click();
  await expect(tray(page).getByText("Not saved: The file is not there any more")).toBeVisible();
});

test("names that mean harm are saved as names that do not @live", async ({ page, emulator }) => {
  await fail(emulator, { endpoint: "*", kind: "file-name" });
  await openList(page);
  const arriving = page.waitForEvent("download");
  await downloadFirst(page);
  const name = (await arriving).suggestedFilename();
  expect(name).toMatch(/\.csv$/);
  expect(name).not.toMatch(/[/\\\p{Cc}\u202E]|^\.|^con\b/iu);
});

test.describe("a file that is kept on another host @live", () => {
  test("comes from there, and the key does not go there", async ({ page, emulator, expectComplaint }) => {
    const storage = await startStorage({ "Access-Control-Allow-Origin": "*" });
    expectComplaint(/^foreign host: http:\/\/127\.0\.0\.1:\d+\/bucket\//);
    await openList(page);
    await fail(emulator, onFiles("file-elsewhere", { location: storage.url }));
    const arriving = page.waitForEvent("download");
    await downloadFirst(page);
    expect(await textOf(await arriving)).toBe("from,storage\r\n");
    expect(storage.asked).toHaveLength(1);
    const [headers] = storage.asked;
    expect(Object.keys(headers ?? {})).not.toContain("authorization");
    expect(JSON.stringify(headers)).not.toContain("phx_");
    expect(headers?.referer).toBeUndefined();
    storage.close();
  });

  test("is said not to come where that host lets no page read it, or refuses", async ({
    page,
    emulator,
    expectComplaint,
  }) => {
    const closed = await startStorage({});
    const refusing = await startStorage({ "Access-Control-Allow-Origin": "*" }, 403);
    expectComplaint(/^foreign host: http:\/\/127\.0\.0\.1:\d+\/bucket\//);
    expectComplaint(/blocked by CORS policy|net::ERR_FAILED|status of 403/);
    await openList(page);
    await fail(emulator, onFiles("file-elsewhere", { location: closed.url }));
    await downloadFirst(page);
    await expect(
      tray(page).getByText("Not saved: The file is kept on another host, which this page cannot read"),
    ).toBeVisible();
    expect(closed.asked.map(({ authorization }) => authorization)).toEqual([undefined]);
    await fail(emulator, onFiles("file-elsewhere", { location: refusing.url }));
    await tray(page)
      .getByRole("button", { name: /^Try .* again$/ })
      .click();
    await expect(tray(page).getByText("Not saved: The host that keeps the file refused it")).toBeVisible();
    closed.close();
    refusing.close();
  });
});

/** Bytes of the page's heap, with the buffers beside it, after everything free is collected. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  const usage: Readonly<Record<string, unknown>> = await session.send("Runtime.getHeapUsage");
  await session.detach();
  const parts = [usage["usedSize"], usage["embedderHeapUsedSize"], usage["backingStorageSize"]];
  return parts.reduce<number>((sum, part) => sum + (typeof part === "number" ? part : 0), 0);
}

async function bytesIn(path: string): Promise<number> {
  let bytes = 0;
  for await (const part of createReadStream(path)) bytes += part.length;
  return bytes;
}

test("500 MB go to the disk, and the heap stays where it was @live", async ({ page, emulator }) => {
  test.setTimeout(240_000);
  await openList(page);
  await fail(emulator, onFiles("file-large", { bytes: 500 * MB }));
  const before = await heapOf(page);
  const arriving = page.waitForEvent("download", { timeout: 180_000 });
  const saved = arriving.then((download) => download.path());
  await downloadFirst(page);
  const isShown = expect(tray(page).getByText(/^\d+ MB of 500 MB$/)).toBeVisible();
  // Awaited below.
  isShown.catch(() => undefined);
  const heaps: number[] = [];
  // Three times a second until it is saved.
  for (let path: string | null = null; path === null; ) {
    heaps.push(await heapOf(page));
    path = await Promise.race([saved, page.waitForTimeout(300).then(() => null)]);
  }
  await isShown;
  const path = await saved;
  heaps.push(await heapOf(page));
  const most = Math.max(...heaps) - before;
  test.info().annotations.push({ type: "heap above its start", description: `${(most / MB).toFixed(1)} MB` });
  expect((await stat(path)).size).toBe(500 * MB);
  expect(await bytesIn(path)).toBe(500 * MB);
  expect(heaps.length).toBeGreaterThan(3);
  // Up to 64 MB of it are Chromium's own: so much it takes in of any answer that is read more slowly than it comes.
  expect(most).toBeLessThan(100 * MB);
});

test("a large file is given up when it is cancelled, and nothing is left of it @live", async ({
  page,
  emulator,
}) => {
  await openList(page);
  // It stands still in its middle, so that it is not over before it is cancelled.
  await fail(emulator, onFiles("file-large", { bytes: 1_000 * MB, stopsAfter: 200 * MB }));
  let isSaved = false;
  page.on("download", () => {
    isSaved = true;
  });
  await downloadFirst(page);
  await expect(tray(page).getByText(/^\d+ MB of 1 GB$/)).toBeVisible();
  const cancel = tray(page).getByRole("button", { name: /^Cancel / });
  await cancel.focus();
  await page.keyboard.press("Enter");
  const line = tray(page).getByRole("listitem").filter({ hasText: "Cancelled, nothing was saved" });
  await expect(line.getByRole("button", { name: /off the list$/ })).toBeFocused();
  const usage = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await expect.poll(usage).toBeLessThan(5 * MB);
  expect(isSaved).toBe(false);
});

test("a file for which there is no room is not begun @live", async ({ page, emulator }) => {
  await openList(page);
  await fail(emulator, onFiles("file-large", { bytes: 900_000_000 * MB }));
  await downloadFirst(page);
  await expect(tray(page).getByText("Not saved: There is no room for the file")).toBeVisible();
});

test("without a place on the disk there is a limit, and it is named @live", async ({ page, emulator }) => {
  await page.addInitScript(() => {
    // As in some private windows.
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("No.", "SecurityError"));
  });
  await openList(page);
  await fail(emulator, onFiles("file-large", { bytes: 500 * MB, times: 1 }));
  await downloadFirst(page);
  await expect(tray(page).getByText("Not saved: The file is too large for this browser")).toBeVisible();
  await expect(tray(page).getByText(/at most 200 MB/)).toBeVisible();
  await tray(page)
    .getByRole("button", { name: /off the list$/ })
    .click();
  const arriving = page.waitForEvent("download");
  await page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name: "Download 1 file" })
    .click();
  expect(await textOf(await arriving)).toContain("Week,");
});
