import { startPreview } from "../support/backends";
import { setFaults, setGeneration } from "../support/emulator-controls";
import { expect, test } from "../support/fixtures";

test.use({ connected: false });

const STORED_FILE = "https://storage.invalid/file.png";

test("behind a proxy the user only enters a key @live", async ({
  page,
  violations,
  emulator,
  expectComplaint,
}) => {
  const upstream = emulator?.url ?? "";
  const proxied = await startPreview("dist-live", { upstream });
  expectComplaint(new RegExp(`^foreign host: ${proxied.url}/`));
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));

  await page.goto(proxied.url);
  await page.waitForURL(/\/connect/);
  await expect(page.getByLabel("Personal API key")).toBeVisible();
  await expect(page.getByLabel("Server address")).toHaveCount(0);
  await page.getByLabel("Personal API key").fill(emulator?.key ?? "");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Open Demo" }).click();
  await page.waitForURL(/\/p\/1\/subscriptions/);
  await expect(page.locator("tbody a").first()).toBeVisible();
  // This button appears after the deferred code has loaded.
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
  // Closes the page before its server, because failing requests would log errors.
  await page.close();

  expect([...origins]).toEqual([proxied.url]);
  expect(violations).toEqual([]);
  await proxied.close();
});

test("behind a proxy a picture on a storage host comes from the server itself @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  const proxied = await startPreview("dist-live", { upstream: emulator?.url ?? "" });
  expectComplaint(new RegExp(`^foreign host: ${proxied.url}/`));
  // The Content Security Policy blocks the storage host, and the browser logs this.
  expectComplaint(/storage\.invalid|connect-src refused .*\/content\/\?download=true/);
  const contents: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/content/")) contents.push(request.url());
  });
  await setGeneration(emulator, "2026");
  await setFaults(emulator, {
    endpoint: "exports.content",
    kind: "file-elsewhere",
    location: STORED_FILE,
  });

  await page.goto(`${proxied.url}/connect`);
  await page.getByLabel("Personal API key").fill(emulator?.key ?? "");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Open Demo" }).click();
  await expect(page.locator("tbody a").first()).toBeVisible();
  await page.goto(`${proxied.url}/p/1/exports?q=is:ready+format:png`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  const image = page.getByRole("region", { name: "Preview", exact: true }).getByRole("img");
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  expect(contents.at(-1)).toMatch(/\?direct=true$/);
  await page.close();
  await proxied.close();
});
