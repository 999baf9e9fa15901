import type { Page } from "@playwright/test";
import { KEY_REJECTED } from "../failures/failure-cases";
import {
  enterKey,
  expectFailureMessage,
  expectKeyDialog,
  test as failing,
  failureMessage,
  goTo,
  openApp,
} from "../failures/failure-fixtures";
import { applicableFailures } from "../failures/page-failure-cases";
import { expect, test } from "../support/fixtures";

const PATH = "/p/1/regex";
const ENDLESS = `${"a".repeat(60)}b`;

function switchOn(page: Page): Promise<unknown> {
  return page.addInitScript(() => localStorage.setItem("environs.regex-helper", "on"));
}

const patternField = (page: Page) => page.getByRole("textbox", { name: "Pattern", exact: true });
const samples = (page: Page) => page.getByRole("textbox", { name: "Sample lines" });
const descriptionField = (page: Page) => page.getByRole("textbox", { name: /^What should the pattern find/ });
const askButton = (page: Page) => page.getByRole("button", { name: "Generate pattern" });

test("a pattern is tested in a worker, within the policy", async ({ page, violations }) => {
  await switchOn(page);
  const answer = await page.goto(PATH);
  expect(answer?.headers()["content-security-policy"]).toContain("require-trusted-types-for 'script'");
  await descriptionField(page).fill("any e-mail address");
  const started = page.waitForEvent("worker");
  await askButton(page).click();
  expect(new URL((await started).url()).pathname).toMatch(/^\/assets\/regex-runner\.worker-[\w-]+\.js$/);
  await samples(page).fill("ana@example.com\nnobody");
  await expect(page.getByText("1 of 2 lines match")).toBeVisible();
  await expect(page.locator("mark")).toHaveText(["ana@example.com"]);
  expect(violations).toEqual([]);
});

test("a pattern that never terminates is stopped, and the page stays responsive", async ({
  page,
  violations,
}) => {
  await switchOn(page);
  await page.goto(PATH);
  await samples(page).fill(`aa\n${ENDLESS}\nlast`);
  const started = page.waitForEvent("worker");
  await patternField(page).fill("^(a+)+$");
  const worker = await started;
  const ended = worker.waitForEvent("close");
  await expect(page.getByText("Stopped after 1 second")).toBeVisible();
  await ended;
  await expect(page.getByRole("list", { name: "Tested lines" }).getByRole("listitem")).toHaveText([
    "Matchaa",
    `Stopped${ENDLESS}`,
    "Not testedlast",
  ]);
  await patternField(page).fill("last");
  await expect(page.getByText("1 of 3 lines match")).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
  expect(violations).toEqual([]);
});

test("leaving the page ends a pending test", async ({ page }) => {
  await switchOn(page);
  await page.goto(PATH);
  await samples(page).fill(ENDLESS);
  const started = page.waitForEvent("worker");
  await patternField(page).fill("^(a+)+$");
  const ended = (await started).waitForEvent("close");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Subscriptions" }).click();
  await ended;
  expect(page.workers()).toEqual([]);
});

const REGEX_FAILURE_CASE = {
  name: "a question for a pattern",
  route: "/p/:projectId/regex",
  pathOf: () => PATH,
  endpoint: "sessionRecordings.regex",
  address: /\/session_recordings\/ai\/regex\//,
  scope: null,
  messageLocator: (page: Page) => page.getByRole("main").getByRole("alert"),
  customMessages: { timeout: { detail: /No response within 1 minute 30 seconds/ } },
  // The contract documents no response body. For an empty body, the page shows its own message,
  // because the body contains no pattern.
  inapplicable: ["empty body"],
};

failing.describe("requesting a pattern", () => {
  failing.describe.configure({ timeout: 240_000 });

  failing(
    "shows a message for every failure, keeps the input and sends once @live",
    async ({ page, faulty, fail }) => {
      await switchOn(page);
      await openApp(page, faulty.session);
      await goTo(page, PATH);
      let sent = 0;
      page.on("request", (request) => {
        if (request.method() === "POST") sent += 1;
      });
      await descriptionField(page).fill("any e-mail address");
      await samples(page).fill("ana@example.com");
      for (const [row, failure] of applicableFailures(REGEX_FAILURE_CASE).entries()) {
        await failing.step(failure.name, async () => {
          await fail(REGEX_FAILURE_CASE, failure);
          await askButton(page).click();
          await expect(failureMessage(REGEX_FAILURE_CASE.messageLocator(page), failure)).toBeVisible({
            timeout: 30_000,
          });
          await expectFailureMessage(REGEX_FAILURE_CASE.messageLocator(page), failure);
          // Generating a pattern changes nothing on the server, so the outcome is never unknown.
          await expect(page.getByText("may have been saved")).toHaveCount(0);
          await expect(descriptionField(page)).toHaveValue("any e-mail address");
          await expect(samples(page)).toHaveValue("ana@example.com");
          expect(sent).toBe(row + 1);
        });
      }
      await fail(REGEX_FAILURE_CASE, null);
      await askButton(page).click();
      await expect(page.getByText("1 of 1 line matches")).toBeVisible();
    },
  );

  failing("reports a rejected key in a dialog and keeps the input @live", async ({ page, faulty, fail }) => {
    await switchOn(page);
    await openApp(page, faulty.session);
    await goTo(page, PATH);
    await descriptionField(page).fill("any e-mail address");
    await fail(REGEX_FAILURE_CASE, KEY_REJECTED);
    await askButton(page).click();
    await expectKeyDialog(page);
    await fail(REGEX_FAILURE_CASE, null);
    await enterKey(page, faulty.emulator.key);
    await expect(descriptionField(page)).toHaveValue("any e-mail address");
    await askButton(page).click();
    await expect(page.getByRole("button", { name: "Test pattern" })).toBeVisible();
    await expect(REGEX_FAILURE_CASE.messageLocator(page)).toHaveCount(0);
  });
});
