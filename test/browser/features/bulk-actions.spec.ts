import { holdRequests } from "../support/backends";
import { expect, test } from "../support/fixtures";

// A short list, because finding elements takes longer on a full one.
const LIST = "/p/1/subscriptions?q=dashboard%3A201..205";
/** Later than every start date. */
const END_DATE = "2099-12-31T23:00";

test("leaving the page needs confirmation only while a bulk action runs @live", async ({ page }) => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await page.goto(LIST);
  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first()
    .check();
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByRole("button", { name: /^Select all \d+/ }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  const review = page.getByRole("dialog", { name: /^Delete \d+ subscriptions$/ });
  const held = await holdRequests(page, /\/subscriptions\/\d+\/$/, "PATCH");
  await review.getByRole("button", { name: /^Run \d+ changes$/ }).click();
  await expect(review.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
  await page.evaluate(() => window.location.reload()).catch(() => undefined);
  await expect.poll(() => dialogs).toEqual(["beforeunload"]);
  await review.getByRole("button", { name: "Stop" }).click();
  held.release();
  await expect(review.getByText("Stopped", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
  expect(dialogs).toHaveLength(1);
});

test("a bulk dialog keeps the input when the preview fails", async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED .*bulk-job-host-/);
  expectComplaint(/PageLoadError/);
  await page.goto(LIST);
  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first()
    .check();
  const bar = page.getByRole("region", { name: "Selection" });
  let isCutOff = true;
  let cutOff = () => {};
  const isFilled = new Promise<void>((resolve) => {
    cutOff = resolve;
  });
  // The code may load before it is needed.
  await page.route(/\/assets\/bulk-job-host-/, async (route) => {
    await isFilled;
    await (isCutOff ? route.abort() : route.continue());
  });
  await bar.getByRole("button", { name: "Set end date…" }).click();
  const form = page.getByRole("dialog", { name: "Set end date: 1 subscription" });
  await form.getByLabel(/^End date/).fill(END_DATE);
  cutOff();
  await form.getByRole("button", { name: "Review changes" }).click();
  await expect(page.getByText("Couldn't load part of the app")).toHaveCount(1);
  await expect(form.getByLabel(/^End date/)).toHaveValue(END_DATE);
  isCutOff = false;
  await form.getByRole("button", { name: "Review changes" }).click();
  const review = page.getByRole("dialog", { name: /^Set end date of 1 subscription to/ });
  await expect(review.getByRole("heading", { name: /^Set end date of 1 subscription to/ })).toBeFocused();
  await expect(form).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(bar.getByRole("button", { name: "Set end date…" })).toBeFocused();
});
