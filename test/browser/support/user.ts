import { expect, type Locator, type Page } from "@playwright/test";

/** User actions with a pointer, or with only the keyboard. */
export interface User {
  /** Clicks a link or button, or tabs to it and presses Enter. */
  readonly press: (target: Locator) => Promise<void>;
  readonly type: (field: Locator, text: string) => Promise<void>;
  readonly choose: (row: Locator, menuItem: string) => Promise<void>;
  /** Presses Undo in the latest notification. */
  readonly undo: () => Promise<void>;
}

export function mouseUser(page: Page): User {
  return {
    press: (target) => target.click(),
    async type(field, text) {
      await field.click();
      await field.fill(text);
    },
    async choose(row, menuItem) {
      await row.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: menuItem }).click();
    },
    undo: () => page.getByRole("button", { name: "Undo" }).click(),
  };
}

/** Presses both keys of a sequence. Sends both together, because a delay would break the sequence. */
export async function pressPair(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

const MAX_STEPS = 200;

/** Presses a key until the target has the focus. Fails if it never gets it. */
async function pressUntilFocused(page: Page, target: Locator, key: string): Promise<void> {
  await expect(target).toBeVisible();
  // Finding an element by its role and name takes long on a full page, so this isn't repeated for each key.
  const element = await target.elementHandle();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await page.evaluate((one) => one === document.activeElement, element)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${String(target)}`);
}

/** Moves focus to the target with Tab. Fails if Tab doesn't reach it. */
export function tabTo(page: Page, target: Locator): Promise<void> {
  return pressUntilFocused(page, target, "Tab");
}

const isInRow = () => document.activeElement?.closest("tbody") != null;
const rowIndex = (row: Element) => Number(row.getAttribute("aria-rowindex"));

/** Moves focus to a row. Tab reaches only one row of a table. Arrow keys reach the other rows. */
async function moveToRow(page: Page, row: Locator): Promise<void> {
  await expect(row).toBeVisible();
  for (let step = 0; !(await page.evaluate(isInRow)); step += 1) {
    if (step > MAX_STEPS) throw new Error("Tab never reached the rows");
    await page.keyboard.press("Tab");
  }
  const targetIndex = await row.evaluate(rowIndex);
  const focusedRowIndex = () => page.locator("tbody tr:focus-within").evaluate(rowIndex);
  for (let step = 0, index = await focusedRowIndex(); index !== targetIndex; step += 1) {
    if (step > MAX_STEPS) throw new Error(`Arrows never reached ${String(row)}`);
    await page.keyboard.press(index < targetIndex ? "ArrowDown" : "ArrowUp");
    index = await focusedRowIndex();
  }
}

export function keyboardUser(page: Page): User {
  return {
    async press(target) {
      await tabTo(page, target);
      await page.keyboard.press("Enter");
    },
    async type(field, text) {
      await tabTo(page, field);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    async choose(row, menuItem) {
      await moveToRow(page, row);
      await tabTo(page, row.getByRole("button", { name: /^Actions for/ }));
      await page.keyboard.press("Enter");
      await pressUntilFocused(page, page.getByRole("menuitem", { name: menuItem }), "ArrowDown");
      await page.keyboard.press("Enter");
    },
    async undo() {
      const button = page.getByRole("button", { name: "Undo" });
      await expect(button).toBeVisible();
      // F8 is the shortcut that the notification region announces.
      await page.keyboard.press("F8");
      await expect(button).toBeFocused();
      await page.keyboard.press("Enter");
    },
  };
}
