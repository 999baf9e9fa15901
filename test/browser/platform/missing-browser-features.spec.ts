import type { BrowserContext, Locator, Page } from "@playwright/test";
import { expect, openPage, test } from "../support/fixtures";

const NEW = "/p/3/subscriptions/new";
const title = (page: Page) => page.getByRole("textbox", { name: /^Title/ });
const save = (page: Page) => page.locator("form[data-form-drawer] button[type=submit]");

/**
 * Makes requests for some of the app's files fail, as after a deployment. Returns a function that
 * lets them succeed again.
 */
async function removeFiles(context: BrowserContext, name: RegExp): Promise<() => Promise<void>> {
  const missing = (url: URL) => url.pathname.startsWith("/assets/") && name.test(url.pathname);
  await context.route(missing, (route) => route.fulfill({ status: 404, body: "" }));
  return () => context.unroute(missing);
}

async function fillNew(page: Page): Promise<void> {
  // Filled in first, because the form suggests a title for an empty field when the source's name arrives.
  await title(page).fill("Kept over a deploy");
  // Chooses an insight. For a dashboard, a server of 2026 also needs a selection of its insights.
  await page.getByRole("radio", { name: "Insight" }).check({ force: true });
  await page.getByRole("combobox", { name: /^Insight name/ }).fill("4003");
  await page.getByRole("combobox", { name: /^Recipients/ }).fill("ana@example.com,");
}

function countChangeRequests(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") count += 1;
  });
  return () => count;
}

test("a deploy while a form is open: offers a reload that keeps the input @live", async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/404|imported module|PageLoadError/);
  const changeRequests = countChangeRequests(page);
  // Otherwise, the app would load the code of other parts in advance.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  await page.goto(NEW);
  await fillNew(page);
  const bringBack = await removeFiles(context, /\/confirm-dialog-/);

  // A pressed button must stay where it is, although the press ends the recipients' input.
  await page.getByRole("button", { name: "Cancel" }).click({ delay: 300 });
  await expect(page.getByText("Couldn't load part of the app")).toHaveCount(1);
  await expect(title(page)).toHaveValue("Kept over a deploy");

  await bringBack();
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  await expect(page.getByText("Your input was restored")).toBeVisible();
  await expect(title(page)).toHaveValue("Kept over a deploy");
  await expect(page.getByText("ana@example.com", { exact: true })).toBeVisible();
  await save(page).click();
  await expect(page.getByRole("cell", { name: "Kept over a deploy", exact: true })).toBeVisible();
  expect(changeRequests()).toBe(1);
});

test("offline and online again: shows it, sends nothing twice, keeps the form and resumes reading @live", async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to fetch|imported module/);
  const changeRequests = countChangeRequests(page);
  await page.goto(NEW);
  await fillNew(page);

  await context.setOffline(true);
  await expect(page.getByText("You're offline").first()).toBeVisible();
  await save(page).click();
  await expect(page.getByRole("dialog").getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expect(title(page)).toHaveValue("Kept over a deploy");

  await context.setOffline(false);
  await expect(page.getByText("You're seeing data loaded earlier.")).toBeHidden();
  const before = changeRequests();
  await save(page).click();
  await expect(page.getByRole("cell", { name: "Kept over a deploy", exact: true })).toHaveCount(1);
  expect(changeRequests() - before).toBe(1);

  await context.setOffline(true);
  await page.getByRole("link", { name: "Trash", exact: true }).click();
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Trash is empty")).toBeVisible();
});

/** Scripts that block browser features. They run before the page starts. */
const STORAGE_REFUSALS = {
  "storage is forbidden": () => {
    const refuse = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { get: refuse });
    IDBFactory.prototype.open = refuse;
  },
  "IndexedDB never answers": () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    Object.defineProperty(window, "IDBRequest", { value: EventTarget });
  },
};

for (const [name, refuse] of Object.entries(STORAGE_REFUSALS))
  test(`the demo works although ${name}, and Activity explains what is missing`, async ({ page }) => {
    await page.addInitScript(refuse);
    await page.clock.install();
    await page.goto(NEW);
    await fillNew(page);
    await save(page).click();
    const row = page.getByRole("cell", { name: "Kept over a deploy", exact: true });
    // The page waits seconds for a database that never responds.
    const advanceUntilVisible = (target: Locator) =>
      expect
        .poll(async () => {
          await page.clock.runFor(1_000);
          return target.isVisible();
        })
        .toBe(true);
    await advanceUntilVisible(row);
    await page.getByRole("link", { name: "Activity" }).click();
    await advanceUntilVisible(row.first());
    await expect(page.getByText("Activity isn't saved in this browser")).toBeVisible();
  });

test("two tabs on one project show each other's changes and lose none", async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()];
  await one.goto(NEW);
  await fillNew(one);
  await save(one).click();
  const link = one.getByRole("link", { name: "Kept over a deploy" });
  const address = await link.getAttribute("href");
  await two.goto(`${address}/edit`);
  await expect(title(two)).toHaveValue("Kept over a deploy");
  await two.getByRole("combobox", { name: /^Recipients/ }).fill("bo@example.com,");

  await openPage(one, `${address}/edit`);
  await title(one).fill("Changed in the first tab");
  await save(one).click();
  await expect(one.getByRole("heading", { level: 1, name: "Changed in the first tab" })).toBeVisible();

  // The second form was opened before the first one was saved. It sends only its own changes.
  await two.bringToFront();
  await expect(two.getByRole("dialog", { name: "Edit “Changed in the first tab”" })).toBeVisible();
  await expect(title(two)).toHaveValue("Kept over a deploy");
  await save(two).click();
  await expect(two.getByRole("heading", { level: 1, name: "Changed in the first tab" })).toBeVisible();
  await expect(two.getByRole("main").getByText("bo@example.com").first()).toBeVisible();

  await openPage(one, "/p/3/subscriptions");
  await two.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Subscriptions" }).click();
  await expect(two.getByRole("cell", { name: "Changed in the first tab", exact: true })).toBeVisible();
  await one.getByRole("button", { name: /^Actions for/ }).click();
  await one.getByRole("menuitem", { name: "Delete" }).click();
  await two.bringToFront();
  await expect(two.getByText("No subscriptions yet")).toBeVisible();
});

test("a browser that is too old gets a sentence instead of a blank page", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, "any"));
  await page.goto("/p/1/subscriptions");
  await expect(page.getByText(/^Environs needs a newer browser: Chrome 120, Firefox 128/)).toBeVisible();
});
