import { createServer } from "node:http";
import type { Locator, Page } from "@playwright/test";
import { createAxeBuilder } from "../accessibility/axe-builder";
import type { CspViolation } from "../support/csp-violations";
import { setFaults } from "../support/emulator-controls";
import { expect, test } from "../support/fixtures";

async function serveFileAs(page: Page, mediaType: string, body: string | Buffer): Promise<void> {
  const headers = { "Access-Control-Allow-Origin": "*", "Content-Type": mediaType };
  await page.route("**/exports/*/content/**", (route) => route.fulfill({ headers, body }));
}

/** Opens the first ready export in a format. Returns the section with its preview. */
async function openPreview(page: Page, format: string): Promise<Locator> {
  await page.goto(`/p/1/exports?q=${encodeURIComponent(`is:ready format:${format}`)}`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  const preview = page.getByRole("region", { name: "Preview", exact: true });
  await expect(preview).toBeVisible();
  return preview;
}

async function expectNoViolations(page: Page, violations: readonly CspViolation[]): Promise<void> {
  expect((await createAxeBuilder(page).analyze()).violations).toEqual([]);
  expect(violations).toEqual([]);
  expect(await page.evaluate(() => "planted" in window)).toBe(false);
}

test("a picture is drawn, zoomed by keys and panned with the mouse", async ({ page, violations }) => {
  const preview = await openPreview(page, "png");
  const image = preview.getByRole("img");
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  const box = preview.getByRole("region", { name: /^Image/ });
  await expectNoViolations(page, violations);
  // Zooming by keyboard is possible only after the page has determined the picture's size.
  await expect(preview.getByText(/pixels$/)).toBeVisible();
  await box.focus();
  await page.keyboard.press("1");
  await expect(preview.getByText("100%", { exact: true }).first()).toBeVisible();
  for (const key of ["+", "+", "+", "+"]) await page.keyboard.press(key);
  await expect(preview.getByText("300%")).toBeVisible();
  const scrolled = () => box.evaluate((element) => element.scrollLeft);
  const before = await scrolled();
  await box.hover();
  await page.mouse.down();
  await page.mouse.move(400, 300);
  await page.mouse.up();
  await expect.poll(scrolled).not.toBe(before);
  await page.keyboard.press("0");
  await expect.poll(() => box.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
  await expectNoViolations(page, violations);
});

test("a pinch zooms a picture at the fingers @live", async ({ page }) => {
  const preview = await openPreview(page, "png");
  const box = preview.getByRole("region", { name: /^Image/ });
  await expect(preview.getByText(/pixels$/)).toBeVisible();
  await box.scrollIntoViewIfNeeded();
  const bounds = await box.boundingBox();
  if (!bounds) throw new Error("no box");
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : [
              { x: middle.x - apart, y: middle.y, id: 1 },
              { x: middle.x + apart, y: middle.y, id: 2 },
            ],
    });
  const width = () => preview.getByRole("img").evaluate((img) => img.clientWidth);
  const before = await width();
  await touch("touchStart", 50);
  for (const apart of [60, 75, 100]) await touch("touchMove", apart);
  await touch("touchEnd", 0);
  await expect.poll(width).toBeGreaterThan(before * 1.9);
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
});

test("a PDF opens in a new tab, as a PDF whatever the server calls it @live", async ({
  page,
  violations,
}) => {
  await page.addInitScript(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      document.documentElement.dataset["blobType"] = blob.type;
      return createObjectURL.call(URL, blob);
    };
  });
  await serveFileAs(page, "text/html", "%PDF-1.7\n<script>window.planted = true</script>");
  const preview = await openPreview(page, "pdf");
  const link = preview.getByRole("link", { name: "Open in a new tab" });
  await expect(link).toHaveAttribute("href", /^blob:/);
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(page.locator("html")).toHaveAttribute("data-blob-type", "application/pdf");
  await expectNoViolations(page, violations);
});

test("a damaged picture shows an error @live", async ({ page, violations }) => {
  await serveFileAs(page, "image/png", Buffer.from("\x89PNG\r\n\x1a\n damaged", "latin1"));
  const preview = await openPreview(page, "png");
  await expect(preview.getByText("Couldn't display the image")).toBeVisible();
  await expectNoViolations(page, violations);
});

const SCRIPT = "window.planted = true";
const HOSTILE = {
  "an HTML page": `<!doctype html><script>${SCRIPT}</script><img src=x onerror="${SCRIPT}"><iframe srcdoc="<script>parent.planted = 1</script>">`,
  "an SVG image": `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script><foreignObject><img src="x" onerror="${SCRIPT}"/></foreignObject></svg>`,
};

for (const [type, body] of Object.entries(HOSTILE))
  test(`${type} in place of a file is shown as text and runs nothing @live`, async ({ page, violations }) => {
    await serveFileAs(page, "text/html", body);
    for (const format of ["png", "csv", "pdf", "json"]) {
      const preview = await openPreview(page, format);
      await expect(preview.getByText(`the file is ${type}`)).toBeVisible();
      await expect(preview.getByRole("region", { name: "File text" })).toHaveText(body);
      await expect(preview.locator("script, iframe, img, object, embed")).toHaveCount(0);
      expect(await page.evaluate(() => "planted" in window)).toBe(false);
    }
    await expectNoViolations(page, violations);
  });

test("markup in a table and in JSON is shown as text @live", async ({ page, violations }) => {
  const markup = `<img src=x onerror="${SCRIPT}">`;
  await serveFileAs(
    page,
    "text/csv",
    `a,"${markup.replaceAll('"', '""')}"\n1,"${markup.replaceAll('"', '""')}"\n`,
  );
  const table = (await openPreview(page, "csv")).getByRole("table");
  await expect(table.getByRole("cell", { name: markup })).toBeVisible();
  await expectNoViolations(page, violations);
  await serveFileAs(page, "application/json", JSON.stringify({ [markup]: markup, long: "x".repeat(290) }));
  const tree = (await openPreview(page, "json")).getByRole("tree");
  await expect(tree.getByRole("treeitem", { name: "onerror" })).toBeVisible();
  // The content is wider than the box, so the box scrolls.
  const beyond = () => tree.evaluate((element) => element.scrollWidth - element.clientWidth);
  await expect.poll(beyond).toBeGreaterThan(100);
  await expectNoViolations(page, violations);
});

test("a table of 500 MB is read only up to its first 1,000 rows @live", async ({
  page,
  emulator,
  violations,
}) => {
  await setFaults(emulator, { endpoint: "exports.content", kind: "file-large" });
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("/content/"));
  const preview = await openPreview(page, "csv");
  await expect(
    preview.getByText(/^Showing the first 1,000 rows \(4 columns\)\. Download the file to see all rows/),
  ).toBeVisible();
  // The page aborts the transfer instead of ignoring the rest.
  expect((await ended).failure()?.errorText).toContain("ERR_ABORTED");
  const box = preview.getByRole("region", { name: "Rows of the file" });
  await box.focus();
  await page.keyboard.press("End");
  await expect(preview.getByRole("rowheader", { name: "1,000" })).toBeVisible();
  await expectNoViolations(page, violations);
});

/**
 * Starts a host that sends the beginning of a file to the first request, and breaks the connection
 * on demand. Later requests get the whole file.
 */
async function startStorage() {
  let breakConnection = () => {};
  let requestCount = 0;
  const server = createServer((_incoming, outgoing) => {
    requestCount += 1;
    const whole = "Week,Visitors\r\n1,2\r\n3,4\r\n";
    const headers = { "Access-Control-Allow-Origin": "*", "Content-Type": "text/csv" };
    outgoing.writeHead(200, { ...headers, "Content-Length": whole.length });
    if (requestCount > 1) return outgoing.end(whole);
    outgoing.write(whole.slice(0, -4));
    breakConnection = () => outgoing.destroy();
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/file`,
    breakConnection: () => breakConnection(),
    close: () => void server.close(),
  };
}

test("an interrupted file shows the received part, and all of it on retry @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  const storage = await startStorage();
  expectComplaint(/ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE/);
  expectComplaint(new RegExp(`^foreign host: ${storage.url}`));
  await setFaults(emulator, { endpoint: "exports.content", kind: "file-elsewhere", location: storage.url });
  const preview = await openPreview(page, "csv");
  await expect(preview.getByText("21 bytes of 25 bytes")).toBeVisible();
  storage.breakConnection();
  await expect(preview.getByText("The file is incomplete")).toBeVisible();
  await expect(preview.getByRole("row")).toHaveCount(2);
  await preview.getByRole("button", { name: "Try again" }).click();
  await expect(preview.getByRole("row")).toHaveCount(3);
  await expect(preview.getByText(/incomplete/)).toHaveCount(0);
  storage.close();
});
