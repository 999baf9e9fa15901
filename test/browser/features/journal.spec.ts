import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

/** Returns the stored entries of Activity. */
function journalText(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("environs-journal");
        opening.addEventListener("error", () => reject(new Error("not opened")));
        opening.addEventListener("success", () => {
          const reading = opening.result.transaction("entries").objectStore("entries").getAll();
          reading.addEventListener("success", () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result));
          });
        });
      }),
  );
}

test("closing the tab during a write leaves its outcome unknown; after a check it can be undone @live", async ({
  page,
  context,
}) => {
  // Lets the server apply the change, but withholds the response from the page.
  const applied = new Promise<void>((resolve) => {
    void page.route(/\/subscriptions\/\d+\//, async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      await route.fetch();
      resolve();
    });
  });
  await page.goto("/p/1/subscriptions");
  await page.locator("tbody a").first().click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).not.toHaveText("Subscriptions");
  const title = (await heading.textContent()) ?? "";
  await page.getByRole("link", { name: "Edit" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill("Cut off");
  await form.locator("button[type=submit]").click();
  await applied;
  // If the database takes longer than a second, the app sends the request without the entry that this test needs.
  await expect.poll(() => journalText(page)).toContain('"outcome":"running"');
  await page.close();

  const next = await context.newPage();
  await next.goto("/p/1/activity");
  await expect(next.getByRole("row").filter({ hasText: title })).toContainText("Outcome unknown");
  await next.getByRole("row").getByRole("link", { name: title, exact: true }).click();
  const panel = next.getByRole("dialog", { name: `Changed “${title}”` });
  await expect(panel).toContainText("The page was closed before a response arrived.");
  await panel.getByRole("button", { name: "Check outcome" }).click();
  await expect(panel).toContainText("Checked: applied.");
  await panel.getByRole("button", { name: "Undo…" }).click();
  const dialog = next.getByRole("dialog", { name: `Undo “Changed ${title}”?` });
  await expect(dialog).toContainText("Cut off");
  await dialog.getByRole("button", { name: "Undo 1 change" }).click();
  await expect(dialog).toContainText("The change was undone.");
});
