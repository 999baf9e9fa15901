import type { Page, Request } from "@playwright/test";
import { readVisitFiles } from "../../build/visit-files.mjs";
import { pickRecordIds } from "../failures/failure-fixtures";
import { READ_CASES } from "../failures/page-failure-cases";
import { expect, test } from "../support/fixtures";
import { pressPair } from "../support/user";

/**
 * Reads that start before the app's code has loaded. The early fetch doesn't cover the excluded
 * ones.
 */
const EARLY_FETCHES = READ_CASES.filter(
  ({ name }) => !["the trash", "the form of a duplicate", "the values of a session property"].includes(name),
);
/**
 * Matches the code of all pages except the subscription list, whose code loads when the app starts.
 */
const PAGE_CODE = /\/assets\/(?:page|(?!subscription-list)[\w-]+\.page)-[\w-]+\.js$/;

/** Holds matching requests until the returned function is called. */
async function holdResponses(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

for (const reading of EARLY_FETCHES) {
  test(`the first request and the page's code are loaded in parallel: ${reading.name} @live @rotates`, async ({
    page,
    emulator,
  }) => {
    if (emulator === null) throw new Error("This test needs the backend over HTTP");
    const ids = await pickRecordIds(emulator);
    // Matches only the server's URLs, because the page's own URL may look like that of a record.
    const address = new RegExp(`^${emulator.url}/.*${reading.address.source}`);
    const requests: Request[] = [];
    const isFirst = (request: Request) => address.test(request.url()) && request.method() === "GET";
    page.on("request", (request) => isFirst(request) && requests.push(request));
    const sendCode = await holdResponses(page, /\/assets\/start-[\w-]+\.js$/);
    const answer = await holdResponses(page, address);
    const leaves = page.waitForRequest(isFirst);
    const isCodeRequested = page.waitForRequest(PAGE_CODE);
    await page.goto(reading.pathOf(ids), { waitUntil: "commit" });
    await leaves;
    sendCode();
    if (reading.name !== "the subscription list") await isCodeRequested;
    else isCodeRequested.catch(() => undefined);
    answer();
    await expect(reading.loaded(page)).toBeVisible();
    const addresses = requests.map((request) => request.url());
    expect(addresses.filter((each) => each === addresses[0])).toHaveLength(1);
  });
}

test("the demo starts while the app's code is held @demo", async ({ page }) => {
  const [emulatorFile = ""] = readVisitFiles("dist").emulator;
  const isEmulator = (request: Request) => request.url().endsWith(`/${emulatorFile}`);
  const sendCode = await holdResponses(page, /\/assets\/start-[\w-]+\.js$/);
  const loads = page.waitForRequest(isEmulator);
  await page.goto("/p/1/subscriptions", { waitUntil: "commit" });
  await loads;
  sendCode();
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
});

/** Pages that `g` and another key open, with their first requests. */
const OPENED_BY_SHORTCUT = [
  { key: "m", title: "Members", first: /\/explicit_members\/$/ },
  { key: "e", title: "Exports", first: /\/exports\/\?/ },
  { key: "l", title: "Sessions", first: /\/property_definitions\// },
] as const;

test("navigation sends the first request of the next page while its code is held @live", async ({ page }) => {
  for (const { key, title, first } of OPENED_BY_SHORTCUT)
    await test.step(title, async () => {
      await page.goto("/p/1/settings-of-nothing");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const sendCode = await holdResponses(page, PAGE_CODE);
      const leaves = page.waitForRequest(first);
      await pressPair(page, "g", key);
      await leaves;
      sendCode();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await page.unrouteAll();
    });
});
