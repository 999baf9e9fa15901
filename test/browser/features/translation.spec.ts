import type { Page } from "@playwright/test";
import { imitateTranslator } from "../../support/imitate-translator";
import { expect, openPage, test } from "../support/fixtures";

const LIST = "/p/1/subscriptions";
const DETAIL = "/p/1/subscriptions/1066";

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page, name?: RegExp) => page.getByRole("dialog", name && { name });
const selection = (page: Page) => page.getByRole("region", { name: "Selection" });
const select = (page: Page, index: number) =>
  page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .nth(index)
    .check();
const isNotified = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: /^Notifications/ }).filter({ hasText: text })).toBeVisible();

/** Steps of a person. Each ends when the page shows its effect. */
const STEPS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  async "opens the list"(page) {
    await openPage(page, LIST);
    await expect(main(page).getByText(/^\d+ subscriptions$/)).toBeVisible();
  },
  async "searches, and selects all that match"(page) {
    await page.getByRole("combobox", { name: "Search subscriptions" }).fill("growth");
    await expect(main(page).getByText(/^\d+ of \d+ match$/)).toBeVisible();
    await expect(page.locator("[data-found-for=growth]")).toBeVisible();
    await select(page, 0);
    await expect(selection(page)).toContainText("1 selected");
    await selection(page)
      .getByRole("button", { name: /^Select all \d+/ })
      .click();
    await expect(selection(page)).toContainText(/^([2-9]|\d\d+) selected/);
  },
  async "reviews a bulk action"(page) {
    await selection(page).getByRole("button", { name: "Delete" }).click();
    await expect(dialog(page, /^Delete \d+ subscriptions$/)).toContainText(/\d+ will change/);
  },
  async "runs it"(page) {
    await dialog(page)
      .getByRole("button", { name: /^Run \d+ changes$/ })
      .click();
    await expect(dialog(page).getByText("Finished", { exact: true })).toBeVisible();
    await expect(main(page)).not.toContainText("2 duplicates");
  },
  async "undoes it"(page) {
    await dialog(page).getByRole("button", { name: "Undo all…" }).click();
    await dialog(page, /^Undo/)
      .getByRole("button", { name: /^Run \d+ changes$/ })
      .click();
    await expect(dialog(page, /^Undo/).getByText("Finished", { exact: true })).toBeVisible();
    await expect(main(page)).toContainText("2 duplicates");
  },
  async "opens a subscription"(page) {
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await openPage(page, DETAIL);
    await expect(main(page).getByText("Next deliveries", { exact: true })).toBeVisible();
  },
  async "edits it"(page) {
    await main(page).getByRole("link", { name: "Edit" }).click();
    await dialog(page).getByLabel("Title").fill("Figures for everyone");
    await dialog(page).getByLabel("Every", { exact: true }).fill("3");
    await expect(dialog(page).getByRole("region", { name: "Schedule summary" })).toContainText(/every 3/i);
  },
  async "saves it"(page) {
    await dialog(page).locator("button[type=submit]").click();
    await expect(dialog(page)).toBeHidden();
    await isNotified(page, "Figures for everyone");
    await expect(page.getByRole("heading", { level: 1, name: "Figures for everyone" })).toBeVisible();
    await expect(main(page)).toContainText(/every 3/i);
  },
};

/** Returns the texts of the page and its dialog. Leaves out most rows of tables, because some are drawn later. */
function readTexts(page: Page) {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll("main, [role=dialog], dialog[open]")].map((part) => {
      const copy = part.cloneNode(true);
      if (!(copy instanceof Element)) return "";
      for (const row of copy.querySelectorAll("tbody > [role=row]:nth-child(n + 12)")) row.remove();
      // Changes that are sent at the same time are listed in the order in which they were sent or finished.
      for (const list of copy.querySelectorAll("ul"))
        list.append(
          ...[...list.children].sort((one, other) => (one.textContent < other.textContent ? -1 : 1)),
        );
      return copy.textContent;
    });
    return [document.title, ...parts];
  });
}

/** Waits until the texts stay the same, because counts of findings follow a change. */
async function readFinalTexts(page: Page) {
  let texts: Awaited<ReturnType<typeof readTexts>> = [];
  const isFinal = async () => {
    const previous = texts.join();
    texts = await readTexts(page);
    return texts.join() === previous;
  };
  await expect.poll(isFinal, { intervals: [400] }).toBe(true);
  return texts;
}

async function resetDemo(page: Page): Promise<void> {
  // Leaves the app, which would otherwise store its records again.
  await page.goto("/icon.svg");
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = "" } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
}

test("a page that the browser translates shows the same numbers and sentences, also after they change", async ({
  page,
}) => {
  // Relative times are the same in both runs.
  await page.clock.setFixedTime("2026-11-30T09:00:00Z");
  const original = new Map<string, Awaited<ReturnType<typeof readTexts>>>();
  for (const [name, act] of Object.entries(STEPS)) {
    await act(page);
    original.set(name, await readFinalTexts(page));
  }
  await resetDemo(page);
  await page.goto("/p/1");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(imitateTranslator);
  for (const [name, act] of Object.entries(STEPS))
    await test.step(name, async () => {
      await act(page);
      await expect.poll(() => readTexts(page), name).toEqual(original.get(name));
    });
  const translated = main(page).locator("font > font");
  expect(await translated.count()).toBeGreaterThan(20);
  await expect(main(page).getByText("@").first()).toBeVisible();
  await expect(translated.filter({ hasText: "@" })).toHaveCount(0);
});

// jsdom doesn't report changes of a text that was removed a moment ago.
test("a text that changes right after its translation shows the change", async ({ page }) => {
  await openPage(page, "/settings");
  const text = await page.evaluate(async () => {
    const paragraph = document.createElement("p");
    const number = document.createTextNode("2");
    paragraph.append(number, " selected");
    document.body.append(paragraph);
    const translation = document.createElement("font");
    translation.append("2");
    number.replaceWith(translation);
    number.data = "3";
    await Promise.resolve();
    return paragraph.textContent;
  });
  expect(text).toBe("3 selected");
});
