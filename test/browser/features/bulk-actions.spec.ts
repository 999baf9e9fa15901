import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { createResponseGate } from "../support/response-gate";

const LIST = "/p/1/subscriptions";
const AT_ONCE = 4;
/** Later than every start date. */
const END_DATE = "2099-12-31T23:00";

async function openAll(page: Page): Promise<void> {
  await page.goto(LIST);
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
  const amount = page.getByText(/^\d+ subscriptions$/);
  await expect(amount).toBeVisible();
  // Rows below the viewport render later.
  const count = Number.parseInt((await amount.textContent()) ?? "", 10);
  await expect(page.locator("tbody [data-label=Recipients]")).toHaveCount(count);
}

async function visibleRecipients(page: Page): Promise<readonly string[]> {
  return page.locator("tbody [data-label=Recipients]").allTextContents();
}

test("a bulk action adds a recipient to all matches, is stopped, resumed and undone", async ({
  page,
  emulator,
}) => {
  const changes = await createResponseGate(page, emulator, "subscriptions.update");
  await openAll(page);
  const before = await visibleRecipients(page);
  expect(before.length).toBeGreaterThan(40);

  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first()
    .check();
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByRole("button", { name: /^Select all \d+/ }).click();
  await bar.getByRole("button", { name: "Recipients" }).click();
  await page.getByRole("menuitem", { name: "Add recipient…" }).click();
  const form = page.getByRole("dialog", { name: /^Add recipient: \d+ subscriptions$/ });
  await form.getByRole("combobox", { name: "Email address" }).fill("new.person@example.com");
  await form.getByRole("button", { name: "Review changes" }).click();

  const review = page.getByRole("dialog", { name: /^Add \S+ to \d+ subscriptions$/ });
  await changes.close();
  await review.getByRole("button", { name: /^Run \d+ changes$/ }).click();
  await expect(review.getByRole("progressbar")).toBeVisible();
  await changes.expectHeld(AT_ONCE);
  await changes.releaseHeld();
  await changes.expectHeld(AT_ONCE);
  await expect(review.getByRole("radio", { name: /^Done/ })).toBeAttached();
  await review.getByRole("button", { name: "Stop" }).click();
  await changes.releaseHeld();
  await expect(review.getByText("Stopped", { exact: true })).toBeVisible();
  await expect(review.getByRole("radio", { name: /^Done 8$/ })).toBeAttached();
  await expect(review.getByRole("radio", { name: /^Waiting \d+/ })).toBeAttached();

  await review.getByRole("button", { name: "Resume" }).click();
  await changes.expectHeld(AT_ONCE);
  // The job continues in the background. The page shows its progress and can reopen it.
  await page.keyboard.press("Escape");
  await expect(review).toBeHidden();
  const messages = page.getByRole("region", { name: "Notifications (F8)" });
  await expect(messages.getByText(/^\d+ of \d+/)).toBeVisible();
  await messages.getByRole("button", { name: "Show" }).click();
  await changes.open();
  await expect(review.getByText("Finished", { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(review.getByRole("radio", { name: /^(?:Failed|Outcome|Waiting)/ })).toHaveCount(0);

  await review.getByRole("button", { name: "Undo all…" }).click();
  const undo = page.getByRole("dialog", { name: /^Undo: Add/ });
  await expect(undo.getByText(/^\d+ will change\.$/)).toBeVisible({ timeout: 120_000 });
  await undo.getByRole("button", { name: /^Run \d+ changes$/ }).click();
  await expect(undo.getByText("Finished", { exact: true })).toBeVisible({ timeout: 120_000 });
  await page.keyboard.press("Escape");
  await openAll(page);
  expect(await visibleRecipients(page)).toEqual(before);
});

test("leaving the page needs confirmation only while a bulk action runs", async ({ page, emulator }) => {
  const changes = await createResponseGate(page, emulator, "subscriptions.update");
  await openAll(page);
  const requestCount: string[] = [];
  page.on("dialog", (dialog) => {
    requestCount.push(dialog.type());
    void dialog.dismiss();
  });
  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first()
    .check();
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByRole("button", { name: /^Select all \d+/ }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  const review = page.getByRole("dialog", { name: /^Delete \d+ subscriptions$/ });
  await changes.close();
  await review.getByRole("button", { name: /^Run \d+ changes$/ }).click();
  await changes.expectHeld(AT_ONCE);
  await changes.releaseHeld();
  await expect(review.getByRole("radio", { name: /^Done/ })).toBeAttached();
  await page.evaluate(() => window.location.reload()).catch(() => undefined);
  await expect.poll(() => requestCount).toEqual(["beforeunload"]);
  await review.getByRole("button", { name: "Stop" }).click();
  await changes.open();
  await expect(review.getByText("Stopped", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
  expect(requestCount).toHaveLength(1);
});

test("a bulk dialog keeps the input when the preview fails", async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED .*bulk-job-host-/);
  expectComplaint(/PageLoadError/);
  await openAll(page);
  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first()
    .check();
  const bar = page.getByRole("region", { name: "Selection" });
  let isCutOff = true;
  await page.route(/\/assets\/bulk-job-host-/, (route) => (isCutOff ? route.abort() : route.continue()));
  await bar.getByRole("button", { name: "Set end date…" }).click();
  const form = page.getByRole("dialog", { name: "Set end date: 1 subscription" });
  await form.getByLabel(/^End date/).fill(END_DATE);
  await form.getByRole("button", { name: "Review changes" }).click();
  // Another message about the missing file may appear first.
  await expect(page.getByText("Check your connection and try again.")).toBeVisible();
  await expect(form.getByLabel(/^End date/)).toHaveValue(END_DATE);
  isCutOff = false;
  await form.getByRole("button", { name: "Review changes" }).click();
  const review = page.getByRole("dialog", { name: /^Set end date of 1 subscription to/ });
  await expect(review.getByRole("heading", { name: /^Set end date of 1 subscription to/ })).toBeFocused();
  await expect(form).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(bar.getByRole("button", { name: "Set end date…" })).toBeFocused();
});
