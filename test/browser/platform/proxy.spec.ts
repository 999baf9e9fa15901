import { serveWithProxy } from "../../../.scripts/dev-proxy.mjs";
import { expect, test } from "../support/fixtures";

test.use({ connected: false });

test("behind a proxy the user only enters a key @live", async ({
  page,
  violations,
  emulator,
  expectComplaint,
}) => {
  const upstream = emulator?.url ?? "";
  const proxied = await serveWithProxy({ build: "dist-live", upstream });
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
