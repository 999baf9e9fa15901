import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { Download, Page } from "@playwright/test";
import { setFaults } from "../support/backends";
import { expect, test } from "../support/fixtures";

// These tests run over HTTP, because the emulator in the page can't simulate how a network affects
// file downloads.
const MB = 1_000_000;

const onFileContent = (kind: string, more: object = {}) => ({ endpoint: "exports.content", kind, ...more });
const tray = (page: Page) => page.getByRole("list", { name: "Downloads" });
const retry = (page: Page) =>
  tray(page)
    .getByRole("button", { name: /^Retry / })
    .click();

async function openList(page: Page): Promise<void> {
  await page.goto("/p/1/exports?q=is%3Aready+format%3Acsv");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
}

async function download(page: Page): Promise<void> {
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
        for await (const entry of folder.values())
          files += entry instanceof FileSystemDirectoryHandle ? await count(entry) : 1;
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

async function startStorage(headers: Readonly<Record<string, string>>, status = 200) {
  const requestHeaders: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, outgoing) => {
    requestHeaders.push(incoming.headers);
    outgoing.writeHead(status, { "Content-Type": "text/csv", ...headers }).end("from,storage\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}/bucket/file?signature=abc`;
  return { url, requestHeaders, close: () => void server.close() };
}

test("a file is saved completely under a safe name, and leaves no temporary file behind @live", async ({
  page,
  emulator,
}) => {
  await setFaults(emulator, { endpoint: "*", kind: "file-name" });
  await openList(page);
  const saved = page.waitForEvent("download");
  await download(page);
  await expect(tray(page).getByText(/^Saved, \d+ bytes$/)).toBeVisible();
  const name = (await saved).suggestedFilename();
  expect(name).toMatch(/\.csv$/);
  expect(name).not.toMatch(/[/\\\p{Cc}\u202E]|^\.|^con\b/iu);
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text.split("\r\n").length).toBeGreaterThan(12);
  // The browser may still be reading the file, so only the next page load removes it.
  expect(await countTempFiles(page)).toBe(1);
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect.poll(() => countTempFiles(page)).toBe(0);
});

test("an interrupted file, or one without enough storage, is not saved, but is on retry @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE/);
  await openList(page);
  const saved: Download[] = [];
  page.on("download", (one) => saved.push(one));
  await setFaults(emulator, onFileContent("file-broken-off"));
  await download(page);
  await expect(tray(page).getByText("Not saved. Connection lost")).toBeVisible();
  await setFaults(emulator, onFileContent("file-large", { bytes: 900_000_000 * MB }));
  await retry(page);
  await expect(tray(page).getByText("Not saved. Not enough storage for the file")).toBeVisible();
  await setFaults(emulator);
  const last = page.waitForEvent("download");
  await retry(page);
  await expect(tray(page).getByText(/^Saved, \d+ bytes$/)).toBeVisible();
  // The page reports the download before the browser does.
  await last;
  expect(saved).toHaveLength(1);
});

test("a file on another host is downloaded without sending the key, and its errors are shown @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  const open = { "Access-Control-Allow-Origin": "*" };
  const [storage, closed, refusing] = [
    await startStorage(open),
    await startStorage({}),
    await startStorage(open, 403),
  ];
  expectComplaint(/^foreign host: http:\/\/127\.0\.0\.1:\d+\/bucket\//);
  expectComplaint(/blocked by CORS policy|net::ERR_FAILED|status of 403/);
  await openList(page);
  await setFaults(emulator, onFileContent("file-elsewhere", { location: closed.url }));
  await download(page);
  await expect(tray(page).getByText("Not saved. Couldn't reach the file storage")).toBeVisible();
  await setFaults(emulator, onFileContent("file-elsewhere", { location: refusing.url }));
  await retry(page);
  await expect(tray(page).getByText("Not saved. The file storage rejected the download")).toBeVisible();
  await setFaults(emulator, onFileContent("file-elsewhere", { location: storage.url }));
  const saved = page.waitForEvent("download");
  await retry(page);
  expect(await readFile(await (await saved).path(), "utf8")).toBe("from,storage\r\n");
  const received = [storage, closed, refusing].flatMap(({ requestHeaders }) => requestHeaders);
  expect(received).toHaveLength(3);
  expect(received.filter(({ authorization, referer }) => authorization ?? referer)).toEqual([]);
  expect(JSON.stringify(received)).not.toContain("phx_");
  for (const { close } of [storage, closed, refusing]) close();
});
