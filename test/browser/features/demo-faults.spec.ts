import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { waitForPersistedFaults } from "../support/wait-for-persisted-faults";

const REMOVE_FAULT = "Remove: 403 not allowed · subscriptions.list";

async function openList(page: Page): Promise<void> {
  await page.goto("/p/1/subscriptions");
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
}

/**
 * This test can't run in jsdom. It checks that the built page passes its settings to the emulator,
 * and that they survive a reload.
 */
test("a fault set in the settings survives a reload and is removed with its button", async ({ page }) => {
  await openList(page);
  await expect(page.getByRole("row").nth(1)).toBeVisible();

  await page.goto("/settings");
  await page.getByRole("combobox", { name: "Fault" }).selectOption("403 not allowed");
  await page.getByRole("combobox", { name: "Endpoint" }).selectOption("subscriptions.list");
  await page.getByRole("button", { name: "Add fault" }).click();
  await expect(page.getByRole("button", { name: REMOVE_FAULT })).toBeVisible();
  await waitForPersistedFaults(page, 1);
  await page.reload();
  await expect(page.getByRole("button", { name: REMOVE_FAULT })).toBeVisible();

  await openList(page);
  await expect(page.getByRole("main").getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(0);

  await page.goto("/settings");
  await page.getByRole("button", { name: REMOVE_FAULT }).click();
  await expect(page.getByRole("button", { name: REMOVE_FAULT })).toBeHidden();
  await waitForPersistedFaults(page, 0);
  await openList(page);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});
