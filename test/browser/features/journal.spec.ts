import type { BrowserContext, Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const LIST = "/p/1/subscriptions";
const JOURNAL = "/p/1/activity";

const writes = (page: Page) => page.getByRole("table", { name: "Changes" }).getByRole("row");

function rowOf(page: Page, name: string): Locator {
  return writes(page).filter({ has: page.getByRole("link", { name, exact: true }) });
}

/** Opens a delivery of the list and gives its title. */
async function openFirst(page: Page): Promise<string> {
  await page.goto(LIST);
  const link = page.getByRole("table", { name: "Subscriptions" }).getByRole("link").first();
  const title = (await link.textContent()) ?? "";
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  return title;
}

/** All that this browser keeps of the journal. */
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

/** Begins to save another title, and closes the tab once the request is out: no answer ever comes. */
async function saveAndClose(page: Page, done?: Promise<void>): Promise<string> {
  const title = await openFirst(page);
  await page.getByRole("link", { name: "Edit" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill("Cut off");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await form.locator("button[type=submit]").click();
  await sent;
  await done;
  // Sent without its entry where the store takes longer than a second: what a closed tab leaves behind is asked here.
  await expect.poll(() => journalText(page)).toContain('"outcome":"running"');
  await page.close();
  return title;
}

/** Makes the server do what it is asked and never say so; resolves once it has done it. */
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
  await expect(panel).toContainText("The page was closed before an answer came.");
  await panel.getByRole("button", { name: "Check outcome" }).click();
  return { page, panel };
}

test("a tab closed in the middle of a write leaves it unknown; checked, it can be undone after a reload @live", async ({
  page,
  context,
}) => {
  const title = await saveAndClose(page, leaveUnanswered(page));
  const { page: next, panel } = await checkOutcome(context, title);
  await expect(panel).toContainText("Checked: it was done.");
  await next.reload();
  await panel.getByRole("button", { name: "Undo…" }).click();
  const asked = next.getByRole("dialog", { name: `Undo “Changed ${title}”?` });
  await expect(asked).toContainText("Cut off");
  await asked.getByRole("button", { name: "Undo 1 change" }).click();
  await expect(asked).toContainText("1 of 1 change undone.");
  await next.goto(LIST);
  await expect(next.getByRole("link", { name: title, exact: true }).first()).toBeVisible();
  await expect(next.getByRole("link", { name: "Cut off", exact: true })).toHaveCount(0);
});

test("a write that never reached the server is found not to be done @live", async ({
  page,
  context,
  emulator,
}) => {
  const faults = `${emulator?.url}/__emulator/faults`;
  await fetch(faults, {
    method: "POST",
    body: JSON.stringify([{ endpoint: "subscriptions.update", kind: "timeout" }]),
  });
  const title = await saveAndClose(page);
  const { page: next, panel } = await checkOutcome(context, title);
  await expect(panel).toContainText("The request may still arrive");
  await next.clock.setFixedTime(Date.now() + 130_000);
  await panel.getByRole("button", { name: "Check outcome" }).click();
  await expect(panel).toContainText("Checked: it was not done. Everything stands as before.");
  await panel.getByRole("button", { name: "Close" }).first().click();
  await expect(rowOf(next, title)).toContainText("Failed");
});

test("the journal of another tab follows, and shows what is under way", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(JOURNAL);
  await expect(other.getByText("No changes yet")).toBeVisible();
  await page.bringToFront();
  const title = await openFirst(page);
  await page.getByRole("main").getByRole("button", { name: "Delete" }).click();
  const told = page.getByText(`Deleted “${title}”`);
  await expect(told).toBeVisible();
  // A message that is pointed at does not go.
  await told.hover();
  await expect(rowOf(other, title)).toContainText("Done");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(writes(other)).toHaveCount(3);
  await expect(rowOf(other, title).last()).toContainText("Undone");
});

test("the journal holds no key @live", async ({ page, emulator }) => {
  const title = await openFirst(page);
  await page.getByRole("main").getByRole("button", { name: "Delete" }).click();
  const own = page.getByRole("region", { name: "Changes in this browser" });
  await expect(own.getByRole("listitem")).toHaveText(/^Deleted (?!\()/);
  await expect.poll(() => journalText(page)).toContain('"outcome":"done"');
  await page.goto(JOURNAL);
  await expect(rowOf(page, title)).toContainText("Done");
  const kept = await journalText(page);
  expect(kept).toContain(title);
  expect(emulator?.key).toMatch(/\w{8}/);
  expect(kept).not.toContain(emulator?.key);
});
