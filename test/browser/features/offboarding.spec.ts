import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Emulator } from "../support/backends";
import { setFaults } from "../support/emulator-controls";
import { expect, test } from "../support/fixtures";
import { waitForPersistedFaults } from "../support/wait-for-persisted-faults";

const PAGE = "/p/1/members/offboard";
/**
 * A member in the seed. Some of their subscriptions have no other recipient, some have several recipients, one lists
 * them twice, and some are in Trash.
 */
const DEPARTING_MEMBER = "daniel.okafor@harbourline.example";
const NAME = "Daniel Okafor";

const HELD_FAULT = "No response";
const REMOVE_FAULT = `Remove: ${HELD_FAULT} · subscriptions.update`;

/**
 * Prevents the backend from applying changes to subscriptions and from responding to them, so that the job stays in
 * progress.
 */
async function holdChanges(page: Page, emulator: Emulator | null): Promise<void> {
  if (emulator !== null) return setFaults(emulator, { endpoint: "subscriptions.update", kind: "timeout" });
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: "Fault" }).selectOption(HELD_FAULT);
  await page.getByRole("combobox", { name: "Endpoint" }).selectOption("subscriptions.update");
  await page.getByRole("button", { name: "Add fault" }).click();
  await expect(page.getByRole("button", { name: REMOVE_FAULT })).toBeVisible();
  // The next tab removes the demo's fault, so the fault must be stored first.
  await waitForPersistedFaults(page, 1);
  await page.goBack();
}

async function releaseChanges(page: Page, emulator: Emulator | null): Promise<void> {
  if (emulator !== null) return setFaults(emulator);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: REMOVE_FAULT }).click();
  await expect(page.getByRole("button", { name: REMOVE_FAULT })).toBeHidden();
  await page.goBack();
}

test("closing the tab during an offboarding leaves no step half done", async ({
  context,
  page,
  emulator,
}) => {
  test.setTimeout(120_000);
  await page.goto(`${PAGE}?person=${DEPARTING_MEMBER}`);
  await expect(page.getByRole("button", { name: "Run 7 steps" })).toBeVisible();
  await holdChanges(page, emulator);
  await page.getByRole("button", { name: "Run 7 steps" }).press("Enter");
  // The person's access was removed, and the first subscriptions are being changed.
  await expect(page.getByRole("main").getByText("1 of 7", { exact: true })).toBeVisible();
  const report = page.url();
  await page.close();

  const next = await context.newPage();
  await next.goto(PAGE);
  await expect(next.getByRole("heading", { level: 1, name: "Offboard a person" })).toBeVisible();
  await releaseChanges(next, emulator);
  await next.getByRole("link", { name: `Resume offboarding of ${NAME}` }).press("Enter");
  await expect(next.getByText("This offboarding was interrupted")).toBeVisible();
  await next.getByRole("button", { name: "Resume 6 steps" }).press("Enter");
  await expect(next.getByText("Finished", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(next).toHaveURL(report);
  const steps = next.getByRole("region", { name: "Steps" });
  await expect(steps.getByText(/^(Done|Already done)$/)).toHaveCount(7);

  // The printout is complete and has no controls.
  await next.emulateMedia({ media: "print" });
  await expect(steps.getByRole("listitem")).toHaveCount(9);
  await expect(steps.getByRole("listitem").last()).toBeVisible();
  await expect(next.getByRole("button", { name: "Undo all…" })).toBeHidden();
  await next.emulateMedia({ media: "screen" });

  await next.getByRole("button", { name: "Report" }).click();
  const download = next.waitForEvent("download");
  await next.getByRole("menuitem", { name: "Download JSON" }).click();
  const file: unknown = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(file).toMatchObject({ state: "done", person: { email: DEPARTING_MEMBER }, project: "1" });

  await next.goto(`${PAGE}?person=${DEPARTING_MEMBER}`);
  await expect(next.getByRole("region", { name: "In Trash" })).toBeVisible();
  await expect(next.getByRole("region", { name: "Subscriptions" })).toHaveCount(0);
  await expect(next.getByRole("region", { name: "Access" })).toHaveCount(0);
});

test("100,000 subscriptions are scanned on request, and none is left out", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/p/2/members/offboard");
  await page.getByRole("searchbox", { name: "Name or email" }).fill("a");
  await page.getByRole("list", { name: "People" }).getByRole("link").first().click();
  await expect(page.getByText(/^Checked [\d,]+ of [\d,]+ subscriptions so far$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Run/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Load all" }).press("Enter");
  await expect(page.getByText(/^100,000 subscriptions and 250 in Trash\./)).toBeVisible({
    timeout: 90_000,
  });
  // The page reads the lists a second time before it enables this button.
  await expect(page.getByRole("button", { name: /^Run [\d,]+ steps$/ })).toBeVisible({ timeout: 60_000 });
});
