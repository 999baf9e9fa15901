import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { Download, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

// These tests run over HTTP, because the mocks in the page can't simulate how a network affects file downloads.
const MB = 1_000_000;

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

async function startServer(answer: (outgoing: ServerResponse, headers: IncomingHttpHeaders) => void) {
  const server = createServer((incoming, outgoing) => {
    outgoing.setHeader("Content-Type", "text/csv");
    answer(outgoing, incoming.headers);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/bucket/file?signature=abc`, close: () => void server.close() };
}

async function startStorage(headers: Readonly<Record<string, string>>, status = 200) {
  const requestHeaders: IncomingHttpHeaders[] = [];
  const server = await startServer((outgoing, received) => {
    requestHeaders.push(received);
    outgoing.writeHead(status, headers).end("from,storage\r\n");
  });
  return { ...server, requestHeaders };
}

const OPEN = { "Access-Control-Allow-Origin": "*" };
const CONTENT = /\/exports\/\d+\/content\//;

/** Answers requests for files from another server, without the page noticing. The test can change the answer. */
async function replaceFiles(page: Page, first: (outgoing: ServerResponse) => void) {
  let answer = first;
  const server = await startServer((outgoing) => answer(outgoing));
  await page.route(CONTENT, (route) => route.continue({ url: server.url }));
  return {
    answerWith(next: typeof first) {
      answer = next;
    },
    async stop() {
      await page.unroute(CONTENT);
      server.close();
    },
  };
}

test("a file is saved completely under a safe name @live", async ({ page }) => {
  await page.route(/\/exports\/\?/, async (route) => {
    const response = await route.fetch();
    const { results, ...body } = await response.json();
    const filename = "../..\\CON\u0000 report\u202Egpj.exe";
    await route.fulfill({
      response,
      json: { ...body, results: results.map((row: object) => ({ ...row, filename })) },
    });
  });
  await openList(page);
  const saved = page.waitForEvent("download");
  await download(page);
  await expect(tray(page).getByText(/^Saved, \d+ bytes$/)).toBeVisible();
  const name = (await saved).suggestedFilename();
  expect(name).toMatch(/\.csv$/);
  expect(name).not.toMatch(/[/\\\p{Cc}\u202E]|^\.|^con\b/iu);
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text.split("\r\n").length).toBeGreaterThan(12);
  // The list may be read again at the end of the test.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("an interrupted file, or one that is too large, is not saved, but is on retry @live", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE/);
  await openList(page);
  const saved: Download[] = [];
  page.on("download", (one) => saved.push(one));
  const files = await replaceFiles(page, (outgoing) => {
    outgoing.writeHead(200, { ...OPEN, "Content-Length": "1000" });
    outgoing.write("half", () => outgoing.destroy());
  });
  await download(page);
  await expect(tray(page).getByText("Not saved. Connection lost")).toBeVisible();
  files.answerWith((outgoing) => {
    outgoing.writeHead(200, { ...OPEN, "Content-Length": String(900_000_000 * MB) }).write("half");
  });
  await retry(page);
  await expect(tray(page).getByText("Not saved. The file is too large for this browser")).toBeVisible();
  await files.stop();
  const last = page.waitForEvent("download");
  await retry(page);
  await expect(tray(page).getByText(/^Saved, \d+ bytes$/)).toBeVisible();
  // The page reports the download before the browser does.
  await last;
  expect(saved).toHaveLength(1);
});

test("a file on another host is downloaded without sending the key, and its errors are shown @live", async ({
  page,
  expectComplaint,
}) => {
  const [storage, closed, refusing] = [
    await startStorage(OPEN),
    await startStorage({}),
    await startStorage(OPEN, 403),
  ];
  const redirectTo = (url: string) => (outgoing: ServerResponse) =>
    void outgoing.writeHead(302, { ...OPEN, Location: url }).end();
  expectComplaint(/^foreign host: http:\/\/127\.0\.0\.1:\d+\/bucket\//);
  expectComplaint(/blocked by CORS policy|net::ERR_FAILED|status of 403/);
  await openList(page);
  const files = await replaceFiles(page, redirectTo(closed.url));
  await download(page);
  await expect(tray(page).getByText("Not saved. Couldn't reach the file storage")).toBeVisible();
  files.answerWith(redirectTo(refusing.url));
  await retry(page);
  await expect(tray(page).getByText("Not saved. The file storage rejected the download")).toBeVisible();
  files.answerWith(redirectTo(storage.url));
  const saved = page.waitForEvent("download");
  await retry(page);
  expect(await readFile(await (await saved).path(), "utf8")).toBe("from,storage\r\n");
  const received = [storage, closed, refusing].flatMap(({ requestHeaders }) => requestHeaders);
  expect(received).toHaveLength(3);
  expect(received.filter(({ authorization, referer }) => authorization ?? referer)).toEqual([]);
  expect(JSON.stringify(received)).not.toContain("phx_");
  await files.stop();
  for (const { close } of [storage, closed, refusing]) close();
});
