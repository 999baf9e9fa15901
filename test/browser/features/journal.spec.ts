import type { BrowserContext, Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const LIST = "/p/1/subscriptions";
const JOURNAL = "/p/1/activity";

const writes = (page: Page) => page.getByRole("table", { name: "Changes" }).getByRole("row");

function rowOf(page: Page, name: string): Locator {
  return writes(page).filter({ has: page.getByRole("link", { name, exact: true }) });
}

async function openFirst(page: Page): Promise<string> {
  await page.goto(LIST);
  const link = page.getByRole("table", { name: "Subscriptions" }).getByRole("link").first();
  const title = (await link.textContent()) ?? "";
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  return title;
}

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

/** Saves another title. Closes the tab after the request is sent, before a response arrives. */
async function saveAndClose(page: Page, done?: Promise<void>): Promise<string> {
  const title = await openFirst(page);
  await page.getByRole("link", { name: "Edit" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill("Cut off");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await form.locator("button[type=submit]").click();
  await sent;
  await done;
  // If the database takes longer than a second, the app sends the request without the entry that this test needs.
  await expect.poll(() => journalText(page)).toContain('"outcome":"running"');
  await page.close();
  return title;
}

/**
 * Lets the server apply a change, but withholds the response from the page. Resolves when the
 * change is applied.
 */
function leaveUnanswered(page: Page): Promise<void> {
  return new Promise((resolve) => {
    void page.route(/\/subscriptions\/\d+\//, async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      await route.fetch();
      resolve();
    });
  });
}

async function checkOutcome(context: BrowserContext, title: string): Promise<{ page: Page; panel: Locator }> {
  const page = await context.newPage();
  await page.goto(JOURNAL);
  await expect(rowOf(page, title)).toContainText("Outcome unknown");
  await rowOf(page, title).getByRole("link").click();
  const panel = page.getByRole("dialog", { name: `Changed “${title}”` });
  await expect(panel).toContainText("The page was closed before a response arrived.");
  await panel.getByRole("button", { name: "Check outcome" }).click();
  return { page, panel };
}

test("closing the tab during a write leaves its outcome unknown; after a check it can be undone @live", async ({
  page,
  context,
}) => {
  const title = await saveAndClose(page, leaveUnanswered(page));
  const { page: next, panel } = await checkOutcome(context, title);
  await expect(panel).toContainText("Checked: applied.");
  await next.reload();
  await panel.getByRole("button", { name: "Undo…" }).click();
  const dialog = next.getByRole("dialog", { name: `Undo “Changed ${title}”?` });
  await expect(dialog).toContainText("Cut off");
  await dialog.getByRole("button", { name: "Undo 1 change" }).click();
  await expect(dialog).toContainText("The change was undone.");
  await next.goto(LIST);
  await expect(next.getByRole("link", { name: title, exact: true }).first()).toBeVisible();
  await expect(next.getByRole("link", { name: "Cut off", exact: true })).toHaveCount(0);
});

test("Activity follows the changes of another tab and shows those in progress", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(JOURNAL);
  await expect(other.getByText("No changes yet")).toBeVisible();
  await page.bringToFront();
  const title = await openFirst(page);
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const message = page.getByText(`Deleted “${title}”`);
  await expect(message).toBeVisible();
  // Hovering keeps the notification open.
  await message.hover();
  await expect(rowOf(other, title)).toContainText("Done");
  await page.getByRole("button", { name: "Undo" }).click();
  // The table has four rows: the header, the day heading, and both changes.
  await expect(writes(other)).toHaveCount(4);
  await expect(rowOf(other, title).last()).toContainText("Undone");
});

test("the journal never contains the key @live", async ({ page, emulator }) => {
  const title = await openFirst(page);
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const own = page.getByRole("region", { name: "Changes in this browser" });
  await expect(own.getByRole("listitem")).toHaveText(/^Deleted (?!\()/);
  await expect.poll(() => journalText(page)).toContain('"outcome":"done"');
  await page.goto(JOURNAL);
  await expect(rowOf(page, title)).toContainText("Done");
  const stored = await journalText(page);
  expect(stored).toContain(title);
  expect(emulator?.key).toMatch(/\w{8}/);
  expect(stored).not.toContain(emulator?.key);
});
