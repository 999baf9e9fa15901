import { readFile } from "node:fs/promises";
import type { Page, Route } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { watchShifts } from "../support/layout-shifts";

const SMALL = "/p/1/vitals?path=/&path=/pricing&path=/checkout";
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const BOARD = "/p/1/vitals?path=/checkout&path=/docs&path=/nobody&path=/pricing&sort=path";

for (const [name, path] of Object.entries({ board: BOARD, path: "/p/1/vitals/path?path=/checkout" })) {
  test(`loading the ${name} causes no layout shift`, async ({ page }) => {
    const shifts = await watchShifts(page);
    await page.goto(path);
    await expect(page.getByText("Needs improvement").first()).toBeVisible();
    // The board is complete when no request is in flight and the stored data has been read.
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    if (name === "path") await expect(page.getByText(/^Show table, 3 points$/).first()).toBeVisible();
    expect(await shifts()).toEqual([]);
    if (name === "board") return expectWholeRatings(page);
    return undefined;
  });
}

test("a board whose paths load one after another causes no layout shift on a phone @live", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const shifts = await watchShifts(page);
  const held = new Promise<Route>((resolve) => void page.route(/\/web_vitals\/.*pricing/, resolve));
  await page.goto(SMALL);
  await expect(page.getByText("2 of 3 loaded")).toBeVisible();
  await (await held).continue();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  expect(await shifts()).toEqual([]);
});

/** Checks at several widths that the board truncates no rating. */
async function expectWholeRatings(page: Page): Promise<void> {
  const ratings = page.getByRole("cell").getByText("Needs improvement", { exact: true });
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const areFullyVisible = () =>
      ratings.evaluateAll((all) =>
        all.map((rating) => {
          const cell = rating.closest("td, th") ?? document.body;
          const isWhole = rating.scrollWidth <= rating.clientWidth;
          const end =
            cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
          return isWhole && rating.getBoundingClientRect().right <= end;
        }),
      );
    expect((await areFullyVisible()).length).toBeGreaterThan(1);
    await expect.poll(areFullyVisible, `ratings at ${width} px`).not.toContain(false);
  }
}

async function saveFile(
  page: Page,
  form: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await page.getByRole("button", { name: "Download…" }).click();
  await page.getByRole("radio", { name: form }).check({ force: true });
  const arriving = page.waitForEvent("download");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Download \d/ })
    .click();
  const download = await arriving;
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("the board is saved as a picture within the policy, and as files with the same figures and a link", async ({
  page,
}) => {
  await page.goto(SMALL);
  await expect(page.getByText("Needs improvement").first()).toBeVisible();
  // Values of the other paths may arrive later.
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  const { name, bytes } = await saveFile(page, "PNG");
  expect(name).toMatch(/^Web vitals of project 1 .*\.png$/);
  expect([...bytes.subarray(0, 8)]).toEqual(PNG);
  // The picture has twice the layout's size and more than one color. An empty canvas of that size would take only a
  // few kilobytes.
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(2_000);
  expect(bytes.byteLength).toBeGreaterThan(50_000);
  const csv = (await saveFile(page, "CSV")).bytes.toString("utf8");
  const json: { readonly link: string; readonly paths: readonly { readonly path: string }[] } = JSON.parse(
    (await saveFile(page, "JSON")).bytes.toString("utf8"),
  );
  expect(csv.split("\r\n").filter((line) => line.startsWith("/checkout,"))).toHaveLength(4);
  expect(json.paths.map(({ path }) => path).toSorted()).toEqual(["/", "/checkout", "/pricing"]);
  await page.goto("/p/1/subscriptions");
  await page.goto(json.link);
  await expect(page.getByRole("link", { name: "/checkout" })).toBeVisible();
  await expect(page.getByRole("link", { name: "/pricing" })).toBeVisible();
});

test("own observations survive the page and can be downloaded and deleted", async ({ page }) => {
  const dialog = page.getByRole("dialog", { name: "Local history for /pricing" });
  async function observed(): Promise<readonly string[]> {
    await expect(page.getByText("90th percentile").first()).toBeVisible();
    await page.getByRole("button", { name: "Local history…" }).click();
    const arriving = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "CSV" }).click();
    const lines = (await readFile(await (await arriving).path(), "utf8")).trim().split("\r\n");
    await dialog.getByRole("button", { name: "Close" }).click();
    return lines.slice(1);
  }
  await page.goto("/p/1/vitals/path?path=/pricing");
  expect(await observed()).toHaveLength(4);
  await page.reload();
  const lines = await observed();
  expect(lines).toHaveLength(8);
  for (const line of lines) expect(line).toContain(",1,/pricing,");
  await page.getByRole("button", { name: "Local history…" }).click();
  await dialog.getByRole("button", { name: "Clear…" }).click();
  await page.getByRole("button", { name: "Clear history" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Local history…" }).click();
  await dialog.getByRole("button", { name: "CSV" }).click();
  await expect(page.getByText("No local history yet")).toBeVisible();
});

test("hovering over the chart updates its text without a layout shift, and the print has no buttons", async ({
  page,
}) => {
  await page.goto("/p/1/vitals/path?path=/checkout");
  const points = page.getByRole("listbox", { name: "Points of LCP" });
  await expect(points).toBeVisible();
  const before = await points.boundingBox();
  await points.hover({ position: { x: 4, y: 20 } });
  await expect(points.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  expect(await points.boundingBox()).toEqual(before);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Refresh" })).toBeHidden();
  await expect(points).toBeVisible();
});
