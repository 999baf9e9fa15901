import type { Page } from "@playwright/test";
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
