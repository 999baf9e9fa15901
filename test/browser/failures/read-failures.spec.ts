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
import { casesOf, drawReading } from "./sampled-failures";

test.describe.configure({ timeout: 240_000 });

const drawn = drawReading(drawSample());

for (const reading of READ_CASES) {
  const {
    name,
    pathOf,
    messageLocator: words,
    loaded,
    hasNoRetry: staysFailed,
    address,
    last = address,
  } = reading;
  const cases = casesOf(drawn, reading);
  const failures = [
    ...applicableFailures(reading).filter((failure) => cases.has(failure.name)),
    ...(cases.has("missing scope") ? missingScopeFailures(reading) : []),
  ];

  if (failures.length > 0)
    test(`reading ${name}: every failure has its words and its way on @live`, async ({
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
          // Loaded anew, so that nothing is there from the row before.
          await page.goto(path);
          await expectFailureMessage(words(page), failure);
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

  if (cases.has("short rest"))
    test(`reading ${name}: a short rest is counted down, and it goes on by itself @live`, async ({
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
          // What comes later would have its rest behind the leap of the clock.
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

  if (cases.has("long rest")) {
    test(`reading ${name}: a long rest is counted down in its place, and it goes on by itself @live`, async ({
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

  if (cases.has("refused key"))
    test(`reading ${name}: a refused key is said once, and with a new one it goes on by itself @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const path = pathOf(await pickRecordIds(faulty.emulator));
      await openApp(page, faulty.session);
      const settings = page.getByRole("heading", { level: 1, name: "Settings", includeHidden: true });
      await fail(reading, KEY_REJECTED);
      await goTo(page, path);
      // The page itself waits for the key: what was asked ahead of it would not be given up when it is left.
      await expect(settings).toHaveCount(0);
      await expectKeyDialog(page);
      await expect(page.getByRole("dialog")).toHaveCount(1);
      await goTo(page, "/settings");
      await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeAttached();
      await expectKeyDialog(page);
      // The server accepts the key again only after it has refused this read too.
      const refused = page.waitForResponse((response) => response.status() === 401);
      await goTo(page, path);
      await refused;
      await expectKeyDialog(page);
      await fail(reading, null);
      await enterKey(page, faulty.emulator.key);
      await expect(page).toHaveURL(path);
      await expect(loaded(page)).toBeVisible();
    });
}

function findReadCase(name: string): ReadFailureCase {
  const page = READ_CASES.find((each) => each.name === name);
  if (page === undefined) throw new Error("No such page in the table");
  return page;
}

test("the form's code comes after its record has failed: the words stay, and nothing is asked again unasked @live @rotates", async ({
  page,
  faulty,
  fail,
}) => {
  const reading = findReadCase("the form of a delivery");
  const path = reading.pathOf(await pickRecordIds(faulty.emulator));
  const code = /\/assets\/subscription-edit\.page-/;
  const failure = applicableFailures(reading).find(({ name }) => name === "500");
  if (failure === undefined) throw new Error("No such failure in the table");
  await startWithStorage(page.context(), faulty.session);
  await fail(reading, failure);
  const held = new Promise<Route>((resolve) => void page.route(code, resolve));
  await page.goto(path);
  await expectFailureMessage(reading.messageLocator(page), failure);

  let asked = 0;
  page.on("request", (request) => {
    if (reading.address.test(request.url()) && request.method() === "GET") asked += 1;
  });
  await fail(reading, null);
  const route = await held;
  await route.continue();
  // The browser is idle once the page that was held has been drawn.
  await page.evaluate(async (url) => {
    await import(url);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }, route.request().url());
  await expectFailureMessage(reading.messageLocator(page), failure);
  expect(asked).toBe(0);
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(reading.loaded(page)).toBeVisible();
  expect(asked).toBe(1);
});

test("a page's code comes while its first list rests: what else it reads of that kind waits as well @live @rotates", async ({
  page,
  faulty,
  fail,
  clock,
}) => {
  const reading = findReadCase("who leaves");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (reading.address.test(request.url())) asked.push(request.url());
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
  // The members are asked for in the same moment as the bin would be.
  await (await members).finished();
  expect(asked).toHaveLength(1);
  await fail(reading, null);
  await clock.advance(30_000);
  await expect(reading.loaded(page)).toBeVisible();
  expect(asked.filter((url) => url.includes("offset=0") && url.includes("deleted=true"))).toHaveLength(1);
});
