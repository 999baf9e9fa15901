import type { Page } from "@playwright/test";
import { drawSample } from "../../sample.mjs";
import { startWithStorage } from "../support/backends.mjs";
import { readFormValues } from "../support/fill-forms";
import { expectCooldown, LOADING_PAUSED_TEXT } from "../support/page-clock";
import { FAILURES, KEY_REJECTED, missingScopeFailure, throttled, UNKNOWN_HOST } from "./failure-cases";
import {
  expect,
  expectFailureMessage,
  failureMessage,
  goTo,
  openApp,
  pickRecordIds,
  test,
  UNKNOWN_SERVER,
} from "./failure-fixtures";
import { READ_CASES, WRITE_CASES } from "./page-failure-cases";

test.describe.configure({ timeout: 240_000 });

const CONNECTING = { endpoint: "projects.list", address: /\/api\/projects\/(\?|$)/ };

/** Failures after which the page asks for the project ID, because the key may still have access to the project. */
const REFUSALS = [
  missingScopeFailure("project:read"),
  ...FAILURES.filter(({ name }) => name.startsWith("403")),
];

const sample = drawSample();
const refusals = sample.takePart(REFUSALS, REFUSALS.length);
const opened = sample.takePart(READ_CASES, 6);

async function enterConnection(
  page: Page,
  server: { readonly url: string; readonly key: string },
): Promise<void> {
  await page.goto("/connect");
  await page.getByLabel("Server address").fill(server.url);
  await page.getByLabel("Personal API key").fill(server.key);
}

function pressConnect(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Connect", exact: true }).click();
}

test("connecting: shows a message for every failure and keeps the form @live", async ({
  page,
  faulty,
  fail,
}) => {
  const server = { url: faulty.wire.url, key: faulty.emulator.key };
  await enterConnection(page, server);
  const main = page.getByRole("main");
  const typed = await readFormValues(main);
  expect(typed).toMatchObject({ "Server address": server.url, "Personal API key": server.key });
  for (const failure of [...FAILURES, KEY_REJECTED].filter(({ name }) => !name.startsWith("403"))) {
    await test.step(failure.name, async () => {
      await fail(CONNECTING, failure);
      await pressConnect(page);
      if (failure === KEY_REJECTED) await expect(main.getByText(`${failure.title}.`)).toBeVisible();
      else await expectFailureMessage(main.getByRole("alert"), failure);
      await expect(main.getByRole("timer")).toHaveCount(failure.name.startsWith("429") ? 1 : 0);
      expect(await readFormValues(main)).toEqual(typed);
      await fail(CONNECTING, null);
    });
  }
  await pressConnect(page);
  await expect(page.getByRole("link", { name: "Open Demo" })).toBeVisible();
});

for (const failure of refusals) {
  test(`connecting: reports ${failure.name} and asks for the project @live`, async ({
    page,
    faulty,
    fail,
  }) => {
    await enterConnection(page, { url: faulty.wire.url, key: faulty.emulator.key });
    await fail(CONNECTING, failure);
    await pressConnect(page);
    const announced = page.getByRole("status").filter({ hasText: "Connected to 127.0.0.1" });
    const why = failure.server ? ": it's missing the scope project:read" : "";
    await expect(announced).toContainText(`The key can't list projects${why}.`);
    await announced.getByLabel("Project ID").fill("2");
    await announced.getByRole("button", { name: "Open project" }).click();
    await expect(page).toHaveURL("/p/2/subscriptions");
    await expect(page.getByRole("link", { name: "New subscription" })).toBeVisible();
  });
}

test("connecting: counts down a short cooldown and resumes automatically @live @rotates", async ({
  page,
  faulty,
  fail,
  clock,
}) => {
  await clock.install();
  await enterConnection(page, { url: faulty.wire.url, key: faulty.emulator.key });
  await fail(CONNECTING, throttled(50));
  const notice = page.getByText(LOADING_PAUSED_TEXT);
  await expectCooldown(clock, {
    seconds: 50,
    countdown: notice,
    text: LOADING_PAUSED_TEXT,
    trigger: () => pressConnect(page),
  });
  await fail(CONNECTING, null);
  await clock.advance(30_000);
  await expect(page.getByRole("link", { name: "Open Demo" })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("reports deprecated routes once with a link to the path prefix, and continues @live @rotates", async ({
  page,
  faulty,
  fail: _fail,
}) => {
  await openApp(page, faulty.session);
  await faulty.wire.set({ kind: "deprecated", path: /\/api\/environments\// });
  await goTo(page, "/p/2/subscriptions");
  const notice = page.getByText("Deprecated API path");
  await expect(notice).toBeVisible();
  await expect(page.getByRole("button", { name: /^Actions for/ }).first()).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  for (const path of ["/p/1/exports", "/p/1/subscriptions?view=trash"]) {
    const answered = page.waitForResponse((response) => response.headers()["deprecation"] !== undefined);
    await goTo(page, path);
    await answered;
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await expect(notice).toHaveCount(0);
  }
  await page.reload();
  await expect(notice).toBeVisible();
  await page.getByRole("link", { name: "Change prefix" }).click();
  await expect(page.getByLabel("Path prefix")).toBeVisible();
});

// A running page can't switch to another host, so this test opens each page with an unknown host.
// It covers only writes that create a record. Other writes need a record, which an unknown host
// can't return. Their messages are the same as for "connection refused".
test("every page that can be opened with an unknown host shows a message @live @rotates", async ({
  page,
  faulty,
  fail: _fail,
  expectComplaint,
}) => {
  expectComplaint(/^foreign host: https:\/\/no-such-host\.invalid\//);
  const moved = (text: string) => text.replaceAll(faulty.wire.url, UNKNOWN_SERVER);
  const session = faulty.session.map(([key, value]) => [key, moved(value)] as const);
  const ids = await pickRecordIds(faulty.emulator);
  await enterConnection(page, { url: UNKNOWN_SERVER, key: faulty.emulator.key });
  await pressConnect(page);
  await expectFailureMessage(page.getByRole("main").getByRole("alert"), UNKNOWN_HOST);

  await startWithStorage(page.context(), session);
  for (const { name, pathOf, messageLocator } of opened) {
    await test.step(name, async () => {
      await page.goto(pathOf(ids));
      await expectFailureMessage(messageLocator(page), UNKNOWN_HOST);
    });
  }
  for (const { name, pathOf, messageLocator, fill, submitButton: press } of WRITE_CASES.filter(
    ({ endpoint }) => endpoint.endsWith(".create"),
  )) {
    await test.step(name, async () => {
      await page.goto(pathOf(ids));
      const form = page.getByRole("dialog");
      await fill?.(form);
      const typed = await readFormValues(form);
      await press(page).click();
      await expectFailureMessage(messageLocator(page), UNKNOWN_HOST);
      await expect(failureMessage(messageLocator(page), UNKNOWN_HOST)).toContainText(
        "check before you retry",
      );
      expect(await readFormValues(form)).toEqual(typed);
    });
  }
});
