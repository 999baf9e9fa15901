import type { Locator, Page } from "@playwright/test";
import { expectNoAxeViolations } from "../support/axe";
import { expect, openPage, test } from "../support/fixtures";

async function serveFileAs(page: Page, mediaType: string, body: string | Buffer): Promise<void> {
  const headers = { "Access-Control-Allow-Origin": "*", "Content-Type": mediaType };
  await page.route("**/exports/*/content/**", (route) => route.fulfill({ headers, body }));
}

/** Opens the first ready export in a format. Returns the section with its preview. */
async function openPreview(page: Page, format: string): Promise<Locator> {
  await openPage(page, `/p/1/exports?q=${encodeURIComponent(`is:ready format:${format}`)}`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  const preview = page.getByRole("region", { name: "Preview", exact: true });
  await expect(preview).toBeVisible();
  return preview;
}

/** A violation of the policy would fail the test. */
async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => "planted" in window)).toBe(false);
}

test("a picture is drawn, zoomed by keys and a pinch, and panned with the mouse", async ({ page }) => {
  const preview = await openPreview(page, "png");
  const image = preview.getByRole("img");
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  const box = preview.getByRole("region", { name: /^Image/ });
  // Zooming by keyboard is possible only after the page has determined the picture's size.
  await expect(preview.getByText(/pixels$/)).toBeVisible();
  await box.focus();
  await page.keyboard.press("1");
  await expect(preview.getByText("100%", { exact: true }).first()).toBeVisible();
  for (const key of ["+", "+", "+", "+"]) await page.keyboard.press(key);
  await expect(preview.getByText("300%")).toBeVisible();
  const scrolled = () => box.evaluate((element) => element.scrollLeft);
  const scrolledBefore = await scrolled();
  await box.hover();
  await page.mouse.down();
  await page.mouse.move(400, 300);
  await page.mouse.up();
  await expect.poll(scrolled).not.toBe(scrolledBefore);
  await expectNoAxeViolations(page);
  await page.keyboard.press("0");
  await expect.poll(() => box.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);

  // A pinch zooms at the fingers.
  await box.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", apart: number) => {
    const finger = (id: number, side: number) => ({ id, x: x + width / 2 + side * apart, y: y + height / 2 });
    return devtools.send("Input.dispatchTouchEvent", { type, touchPoints: [finger(1, -1), finger(2, 1)] });
  };
  const imageWidth = () => preview.getByRole("img").evaluate((img) => img.clientWidth);
  const before = await imageWidth();
  await touch("touchStart", 50);
  for (const apart of [60, 75, 100]) await touch("touchMove", apart);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(imageWidth).toBeGreaterThan(before * 1.9);
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
});

const SCRIPT = "window.planted = true";
const HTML = `<!doctype html><script>${SCRIPT}</script><img src=x onerror="${SCRIPT}"><iframe srcdoc="<script>parent.planted = 1</script>">`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script><foreignObject><img src="x" onerror="${SCRIPT}"/></foreignObject></svg>`;

test("an HTML page or SVG image is shown as text, a PDF opens in a new tab, and none runs @live", async ({
  page,
}) => {
  for (const [type, body, formats] of [
    ["an HTML page", HTML, ["png", "csv"]],
    ["an SVG image", SVG, ["png"]],
  ] as const) {
    await serveFileAs(page, "text/html", body);
    for (const format of formats) {
      const preview = await openPreview(page, format);
      await expect(preview.getByText(`the file is ${type}`)).toBeVisible();
      await expect(preview.getByRole("region", { name: "File text" })).toHaveText(body);
      await expect(preview.locator("script, iframe, img, object, embed")).toHaveCount(0);
      await expectNothingRan(page);
    }
  }
  await expectNoAxeViolations(page);

  // A PDF opens in a new tab, as a PDF whatever the server calls it.
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      document.documentElement.dataset["blobType"] = blob.type;
      return createObjectURL.call(URL, blob);
    };
  });
  await serveFileAs(page, "text/html", `%PDF-1.7\n<script>${SCRIPT}</script>`);
  const link = (await openPreview(page, "pdf")).getByRole("link", { name: "Open in a new tab" });
  await expect(link).toHaveAttribute("href", /^blob:/);
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(page.locator("html")).toHaveAttribute("data-blob-type", "application/pdf");
  await expectNothingRan(page);
});

test("a damaged picture shows an error, and markup in a table and in JSON is shown as text @live", async ({
  page,
}) => {
  await serveFileAs(page, "image/png", Buffer.from("\x89PNG\r\n\x1a\n damaged", "latin1"));
  await expect((await openPreview(page, "png")).getByText("Couldn't display the image")).toBeVisible();
  const markup = `<img src=x onerror="${SCRIPT}">`;
  const quoted = markup.replaceAll('"', '""');
  await serveFileAs(page, "text/csv", `a,"${quoted}"\n1,"${quoted}"\n`);
  const table = (await openPreview(page, "csv")).getByRole("table");
  await expect(table.getByRole("cell", { name: markup })).toBeVisible();
  await expectNoAxeViolations(page);
  await serveFileAs(page, "application/json", JSON.stringify({ [markup]: markup, long: "x".repeat(290) }));
  const tree = (await openPreview(page, "json")).getByRole("tree");
  await expect(tree.getByRole("treeitem", { name: "onerror" })).toBeVisible();
  // The content is wider than the box, so the box scrolls.
  const beyond = () => tree.evaluate((element) => element.scrollWidth - element.clientWidth);
  await expect.poll(beyond).toBeGreaterThan(100);
  await expectNoAxeViolations(page);
  await expectNothingRan(page);
});
