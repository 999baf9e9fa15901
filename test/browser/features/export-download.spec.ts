import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { Download, Page } from "@playwright/test";
import { readZip } from "../../../src/testing/read-zip";
import { createAxeBuilder } from "../accessibility/axe-builder";
import { setFaults } from "../support/emulator-controls";
import { expect, test } from "../support/fixtures";
import { holdLongTimers } from "../support/page-clock";

// These tests run over HTTP, because the emulator in the page can't simulate how a network affects
// file downloads.
const LIST = "/p/1/exports?q=is%3Aready+format%3Acsv";
const MB = 1_000_000;
/** Time for which finished downloads stay visible, in ms. */
const ENDED_STAYS = 8_000;

const onFileContent = (kind: string, more: object = {}) => ({ endpoint: "exports.content", kind, ...more });

const tryAgain = (page: Page) =>
  tray(page)
    .getByRole("button", { name: /^Retry / })
    .click();

async function openList(page: Page, address = LIST): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Exports" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
}

const tray = (page: Page) => page.getByRole("list", { name: "Downloads" });

async function downloadFirst(page: Page): Promise<void> {
  await page.getByRole("row").nth(1).getByRole("checkbox").check();
  await page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name: "Download 1 file" })
    .click();
}

/** Counts temporary download files in the origin private file system. */
function countTempFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const disk = await navigator.storage.getDirectory();
    const count = async (folder: FileSystemDirectoryHandle): Promise<number> => {
      let files = 0;
      try {
        for await (const entry of folder.values()) {
          files += entry instanceof FileSystemDirectoryHandle ? await count(entry) : 1;
        }
      } catch (error) {
        // The page is removing the directory, so it contains no files.
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

async function startStorage(headers: Readonly<Record<string, string>>, status = 200) {
  const requestHeaders: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, outgoing) => {
    requestHeaders.push(incoming.headers);
    outgoing.writeHead(status, { "Content-Type": "text/csv", ...headers }).end("from,storage\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/bucket/file?signature=abc`,
    requestHeaders,
    close: () => void server.close(),
  };
}

test("a file is saved completely under the name of its export @live", async ({ page }) => {
  const timers = await holdLongTimers(page);
  await openList(page);
  const pendingDownload = page.waitForEvent("download");
  await downloadFirst(page);
  await expect(tray(page).getByText(/^Saved, \d+ bytes$/)).toBeVisible();
  const download = await pendingDownload;
  expect(download.suggestedFilename()).toMatch(/^[\w-]+\.csv$/);
  const text = await textOf(download);
  expect(text.split("\r\n").length).toBeGreaterThan(12);
  await expect.poll(() => timers.count(ENDED_STAYS)).toBe(1);
  await timers.advance(ENDED_STAYS - 1);
  await expect(tray(page).getByText(/^Saved, \d+ bytes$/)).toBeVisible();
  await timers.advance(1);
  await expect(tray(page)).toBeHidden();
  // The browser may still be reading the file, so only the next page load removes it.
  expect(await countTempFiles(page)).toBe(1);
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect.poll(() => countTempFiles(page)).toBe(0);
});

test("several files are saved as one zip, without those that fail @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE/);
  await setFaults(emulator, onFileContent("file-name", { endpoint: "*", fileName: "Same.csv" }));
  await openList(page);
  const rows = page.getByRole("row");
  for (const index of [1, 2, 3]) await rows.nth(index).getByRole("checkbox").check();
  await setFaults(emulator, onFileContent("file-broken-off", { times: 1 }));
  const pendingDownload = page.waitForEvent("download");
  await page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name: "Download 3 files as a ZIP" })
    .click();
  const download = await pendingDownload;
  expect(download.suggestedFilename()).toMatch(/^Exports of project 1 \d{4}-\d\d-\d\d\.zip$/);
  const entries = await readZip(new Blob([await readFile(await download.path())]));
  expect([...entries.keys()]).toEqual(["Same (2).csv", "Same (3).csv", "Failed files.txt"]);
  expect(entries.get("Same (2).csv")).toContain("Week,");
  expect(entries.get("Failed files.txt")).toContain("Same.csv");
  await expect(tray(page).getByText(/^Saved, .*\. 1 file failed$/)).toBeVisible();
  await tray(page).getByText("Failed files").click();
  await expect(tray(page).getByText(/Connection lost/)).toBeVisible();
  const { violations } = await createAxeBuilder(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
});

test("an interrupted file is not saved, and is saved completely on retry @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE/);
  await openList(page);
  const saved: Download[] = [];
  page.on("download", (download) => saved.push(download));
  await setFaults(emulator, onFileContent("file-broken-off"));
  await downloadFirst(page);
  await expect(tray(page).getByText("Not saved. Connection lost")).toBeVisible();
  await setFaults(emulator);
  const pendingDownload = page.waitForEvent("download");
  await tryAgain(page);
  await expect(tray(page).getByText(/^Saved, \d+ bytes$/)).toBeVisible();
  // The page reports the download before the browser does.
  await pendingDownload;
  expect(saved).toHaveLength(1);
});

test("an invalid file, or one without enough storage, is not saved @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/);
  await openList(page);
  await setFaults(emulator, onFileContent("empty"));
  await downloadFirst(page);
  await expect(tray(page).getByText("Not saved. The file is empty")).toBeVisible();
  await setFaults(emulator, onFileContent("file-type"));
  await tryAgain(page);
  await expect(tray(page).getByText("Not saved. Received a web page instead of the file")).toBeVisible();
  await setFaults(emulator, onFileContent("status", { status: 404 }));
  await tryAgain(page);
  await expect(tray(page).getByText("Not saved. The file no longer exists")).toBeVisible();
  await setFaults(emulator, onFileContent("file-large", { bytes: 900_000_000 * MB }));
  await tryAgain(page);
  await expect(tray(page).getByText("Not saved. Not enough storage for the file")).toBeVisible();
});

test("harmful file names are saved as safe names @live", async ({ page, emulator }) => {
  await setFaults(emulator, { endpoint: "*", kind: "file-name" });
  await openList(page);
  const pendingDownload = page.waitForEvent("download");
  await downloadFirst(page);
  const name = (await pendingDownload).suggestedFilename();
  expect(name).toMatch(/\.csv$/);
  expect(name).not.toMatch(/[/\\\p{Cc}\u202E]|^\.|^con\b/iu);
});

test.describe("a file on another host @live", () => {
  test("is downloaded from there without sending the key", async ({ page, emulator, expectComplaint }) => {
    const storage = await startStorage({ "Access-Control-Allow-Origin": "*" });
    expectComplaint(/^foreign host: http:\/\/127\.0\.0\.1:\d+\/bucket\//);
    await openList(page);
    await setFaults(emulator, onFileContent("file-elsewhere", { location: storage.url }));
    const pendingDownload = page.waitForEvent("download");
    await downloadFirst(page);
    expect(await textOf(await pendingDownload)).toBe("from,storage\r\n");
    expect(storage.requestHeaders).toHaveLength(1);
    const [headers] = storage.requestHeaders;
    expect(Object.keys(headers ?? {})).not.toContain("authorization");
    expect(JSON.stringify(headers)).not.toContain("phx_");
    expect(headers?.referer).toBeUndefined();
    storage.close();
  });

  test("shows an error when that host forbids access or rejects the request", async ({
    page,
    emulator,
    expectComplaint,
  }) => {
    const closed = await startStorage({});
    const refusing = await startStorage({ "Access-Control-Allow-Origin": "*" }, 403);
    expectComplaint(/^foreign host: http:\/\/127\.0\.0\.1:\d+\/bucket\//);
    expectComplaint(/blocked by CORS policy|net::ERR_FAILED|status of 403/);
    await openList(page);
    await setFaults(emulator, onFileContent("file-elsewhere", { location: closed.url }));
    await downloadFirst(page);
    await expect(tray(page).getByText("Not saved. Couldn't reach the file storage")).toBeVisible();
    expect(closed.requestHeaders.map(({ authorization }) => authorization)).toEqual([undefined]);
    await setFaults(emulator, onFileContent("file-elsewhere", { location: refusing.url }));
    await tryAgain(page);
    await expect(tray(page).getByText("Not saved. The file storage rejected the download")).toBeVisible();
    closed.close();
    refusing.close();
  });
});

test("a large download is aborted when it is canceled, and leaves no file behind @live", async ({
  page,
  emulator,
}) => {
  await openList(page);
  // The server stops in the middle, so that the download can't finish before it is canceled.
  await setFaults(emulator, onFileContent("file-large", { bytes: 1_000 * MB, stopsAfter: 200 * MB }));
  let isSaved = false;
  page.on("download", () => {
    isSaved = true;
  });
  await downloadFirst(page);
  await expect(tray(page).getByText(/^\d+ MB of 1 GB$/)).toBeVisible();
  const cancel = tray(page).getByRole("button", { name: /^Cancel / });
  await cancel.focus();
  await page.keyboard.press("Enter");
  const line = tray(page).getByRole("listitem").filter({ hasText: "Canceled" });
  await expect(line.getByRole("button", { name: /from the list$/ })).toBeFocused();
  const usage = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await expect.poll(usage).toBeLessThan(5 * MB);
  expect(isSaved).toBe(false);
});

test("without temporary storage there is a size limit, and the message names it @live", async ({
  page,
  emulator,
}) => {
  await page.addInitScript(() => {
    // Some private windows reject access in this way.
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("No.", "SecurityError"));
  });
  await openList(page);
  await setFaults(emulator, onFileContent("file-large", { bytes: 500 * MB, times: 1 }));
  await downloadFirst(page);
  await expect(tray(page).getByText("Not saved. The file is too large for this browser")).toBeVisible();
  await expect(tray(page).getByText(/at most 200 MB/)).toBeVisible();
  await tray(page)
    .getByRole("button", { name: /from the list$/ })
    .click();
  const pendingDownload = page.waitForEvent("download");
  await page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name: "Download 1 file" })
    .click();
  expect(await textOf(await pendingDownload)).toContain("Week,");
});
