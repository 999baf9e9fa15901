import type { Route } from "@playwright/test";
import { drawSample } from "../../sample.mjs";
import { startWithStorage } from "../support/backends.mjs";
import { expectCooldown, LOADING_PAUSED_TEXT, RETRY_COUNTDOWN_TEXT } from "../support/page-clock";
import { KEY_REJECTED, throttled } from "./failure-cases";
import {
  enterKey,
  expect,
  expectFailureMessage,
  expectKeyDialog,
  goTo,
  openApp,
  pickRecordIds,
  test,
} from "./failure-fixtures";
import {
  applicableFailures,
  missingScopeFailures,
  READ_CASES,
  type ReadFailureCase,
} from "./page-failure-cases";
import { casesOf, drawReadCases } from "./sampled-failures";

test.describe.configure({ timeout: 240_000 });

const drawn = drawReadCases(drawSample());

for (const reading of READ_CASES) {
  const { name, pathOf, messageLocator, loaded, staysFailed, address, last = address, loadedUrl } = reading;
  const cases = casesOf(drawn, reading);
  const failures = [
    ...applicableFailures(reading).filter((failure) => cases.has(failure.name)),
    ...(cases.has("missing scope") ? missingScopeFailures(reading) : []),
  ];

  if (failures.length > 0)
    test(`reading ${name}: shows a message and a next step for every failure @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const path = pathOf(await pickRecordIds(faulty.emulator));
      await startWithStorage(page.context(), faulty.session);
      const main = page.getByRole("main");
      for (const failure of failures) {
        await test.step(failure.name, async () => {
          await fail(reading, failure);
          // Reloads the app, so that nothing remains of the previous failure.
          await page.goto(path);
          await expectFailureMessage(messageLocator(page), failure);
          await expect(page.getByText("may have been saved")).toHaveCount(0);
          const retry = main.getByRole("button", { name: "Try again" });
          if (staysFailed) await expect(retry).toHaveCount(failure.canRetry ? 1 : 0);
          await expect(main.getByRole("timer")).toHaveCount(
            staysFailed && failure.name.startsWith("429") ? 1 : 0,
          );
          await fail(reading, null);
          if (staysFailed && failure.canRetry) {
            await retry.click();
            await expect(loaded(page)).toBeVisible();
          }
        });
      }
    });

  if (cases.has("short cooldown"))
    test(`reading ${name}: counts down a short cooldown and resumes automatically @live`, async ({
      page,
      faulty,
      fail,
      clock,
    }) => {
      const path = pathOf(await pickRecordIds(faulty.emulator));
      await clock.install();
      await openApp(page, faulty.session);
      await fail(reading, throttled(50));
      const notice = page.getByText(LOADING_PAUSED_TEXT);
      await expectCooldown(clock, {
        seconds: 50,
        countdown: notice,
        text: LOADING_PAUSED_TEXT,
        trigger: async () => {
          // Waits for the last response. Otherwise, its cooldown would start after the clock was
          // advanced.
          const answered = page.waitForResponse((response) => last.test(response.url()));
          await goTo(page, path);
          await (await answered).finished();
        },
      });
      await fail(reading, null);
      await clock.advance(30_000);
      await expect(loaded(page)).toBeVisible();
      await expect(notice).toBeHidden();
    });

  if (cases.has("long cooldown")) {
    test(`reading ${name}: counts down a long cooldown in place and resumes automatically @live`, async ({
      page,
      faulty,
      fail,
      clock,
    }) => {
      const path = pathOf(await pickRecordIds(faulty.emulator));
      await clock.install();
      await openApp(page, faulty.session);
      await fail(reading, throttled(90));
      const timer = page.getByRole("main").getByRole("timer");
      await expectCooldown(clock, {
        seconds: 90,
        countdown: timer,
        text: RETRY_COUNTDOWN_TEXT,
        trigger: () => goTo(page, path),
      });
      await fail(reading, null);
      await clock.advance(50_000);
      await expect(loaded(page)).toBeVisible();
      await expect(timer).toBeHidden();
    });
  }

  if (cases.has("rejected key"))
    test(`reading ${name}: reports a rejected key once and resumes with a new one @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const path = pathOf(await pickRecordIds(faulty.emulator));
      await openApp(page, faulty.session);
      const settings = page.getByRole("heading", { level: 1, name: "Settings", includeHidden: true });
      await fail(reading, KEY_REJECTED);
      await goTo(page, path);
      // Waits until the page is mounted, because leaving it earlier would abort the prefetch.
      await expect(settings).toHaveCount(0);
      await expectKeyDialog(page);
      await expect(page.getByRole("dialog")).toHaveCount(1);
      await goTo(page, "/settings");
      await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeAttached();
      await expectKeyDialog(page);
      // The server must also reject this read before it accepts the key again.
      const refused = page.waitForResponse((response) => response.status() === 401);
      await goTo(page, path);
      await refused;
      await expectKeyDialog(page);
      await fail(reading, null);
      await enterKey(page, faulty.emulator.key);
      await expect(loaded(page)).toBeVisible();
      await expect(page).toHaveURL(loadedUrl ?? path);
    });
}

function findReadCase(name: string): ReadFailureCase {
  const page = READ_CASES.find((each) => each.name === name);
  if (page === undefined) throw new Error("Unknown page");
  return page;
}

test("keeps the message and sends no further request when the form's code loads after its record has failed @live @rotates", async ({
  page,
  faulty,
  fail,
}) => {
  const reading = findReadCase("the form of a subscription");
  const path = reading.pathOf(await pickRecordIds(faulty.emulator));
  const code = /\/assets\/subscription-edit\.page-/;
  const failure = applicableFailures(reading).find(({ name }) => name === "500");
  if (failure === undefined) throw new Error("Unknown failure");
  await startWithStorage(page.context(), faulty.session);
  await fail(reading, failure);
  const held = new Promise<Route>((resolve) => void page.route(code, resolve));
  await page.goto(path);
  await expectFailureMessage(reading.messageLocator(page), failure);

  let requestCount = 0;
  page.on("request", (request) => {
    if (reading.address.test(request.url()) && request.method() === "GET") requestCount += 1;
  });
  await fail(reading, null);
  const route = await held;
  await route.continue();
  // Waits until the browser is idle after drawing the page.
  await page.evaluate(async (url) => {
    await import(url);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }, route.request().url());
  await expectFailureMessage(reading.messageLocator(page), failure);
  expect(requestCount).toBe(0);
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(reading.loaded(page)).toBeVisible();
  expect(requestCount).toBe(1);
});

test("delays further reads of an endpoint when a page's code loads during the cooldown of its first list @live @rotates", async ({
  page,
  faulty,
  fail,
  clock,
}) => {
  const reading = findReadCase("an offboarding");
  const urls: string[] = [];
  page.on("request", (request) => {
    if (reading.address.test(request.url())) urls.push(request.url());
  });
  const code = /\/assets\/offboard\.page-/;
  const held = new Promise<Route>((resolve) => void page.route(code, resolve));
  await clock.install();
  await openApp(page, faulty.session);
  await fail(reading, throttled(50));
  await expectCooldown(clock, {
    seconds: 50,
    countdown: page.getByText(LOADING_PAUSED_TEXT),
    text: LOADING_PAUSED_TEXT,
    trigger: () => goTo(page, reading.pathOf([])),
  });
  const members = page.waitForResponse(/\/explicit_members\//);
  await (await held).continue();
  await expect(page.getByRole("main").getByText(/^Checked [\d,]+ of [\d,]+ subscriptions/)).toBeVisible();
  // If Trash were requested, the request would be sent together with the one for members.
  await (await members).finished();
  expect(urls).toHaveLength(1);
  await fail(reading, null);
  await clock.advance(30_000);
  await expect(reading.loaded(page)).toBeVisible();
  expect(urls.filter((url) => url.includes("offset=0") && url.includes("deleted=true"))).toHaveLength(1);
});
