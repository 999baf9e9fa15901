import type { Locator, Page } from "@playwright/test";
import { drawSample } from "../../sample.mjs";
import { EMAIL_SUBSCRIPTION, type FormValues, readFormValues } from "../support/fill-forms";
import { expectCooldown, RETRY_COUNTDOWN_TEXT } from "../support/page-clock";
import { type Failure, KEY_REJECTED, throttled } from "./failure-cases";
import {
  createSubscription,
  enterKey,
  expect,
  expectFailureMessage,
  expectKeyDialog,
  failureMessage,
  goTo,
  keyDialog,
  openApp,
  pickRecordIds,
  test,
} from "./failure-fixtures";
import {
  applicableFailures,
  missingScopeFailures,
  SCOPE_ENTRY_POINTS,
  WRITE_CASES,
  type WriteFailureCase,
} from "./page-failure-cases";
import { casesOf, drawWriteCases } from "./sampled-failures";

test.describe.configure({ timeout: 240_000 });

/** Counts write requests. `send` submits once. */
interface RequestWatcher {
  readonly count: () => number;
  readonly send: () => Promise<void>;
}

function watchRequests(
  page: Page,
  { method, openForm: reach, submitButton: press }: WriteFailureCase,
): RequestWatcher {
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === method) sent += 1;
  });
  return {
    count: () => sent,
    async send() {
      const before = sent;
      const button = press(page);
      // Retries, because a table that is redrawn after a failure may close a menu that has just
      // opened. The retries end after the first click, so that the change is sent once. On a busy
      // machine, recording and sending the change can take a long time.
      await expect(async () => {
        await reach?.(page);
        await button.click({ trial: true, timeout: 2_000 });
        await button.click();
      }).toPass({ timeout: 90_000 });
      await expect.poll(() => sent).toBe(before + 1);
    },
  };
}

/** Fills in the page's form and returns its values. Null without a form. */
async function fillPage(page: Page, { fill }: WriteFailureCase): Promise<FormValues | null> {
  if (fill === null) return null;
  const form = page.getByRole("dialog");
  const fresh = await readFormValues(form);
  await fill(form);
  const typed = await readFormValues(form);
  // Every value must differ from its default, which would appear even if the input were lost.
  const isAsBefore = (label: string) => typed[label] === fresh[label] && !typed[`chips of ${label}`];
  expect(Object.keys(typed).filter(isAsBefore)).toEqual([]);
  return typed;
}

async function expectTyped(page: Page, typed: FormValues | null): Promise<void> {
  if (typed !== null) expect(await readFormValues(page.getByRole("dialog"))).toEqual(typed);
}

async function dismiss(page: Page, { messageLocator }: WriteFailureCase, failure: Failure): Promise<void> {
  const message = failureMessage(messageLocator(page), failure);
  // Hovering keeps the notification open.
  await message.hover();
  await message.getByRole("button", { name: "Dismiss" }).click();
  await expect(messageLocator(page)).toHaveCount(0);
}

async function cancelForm(page: Page, typed: FormValues): Promise<void> {
  const form = page.locator("[role=dialog]", { has: page.locator("form") });
  await form.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expectTyped(page, typed);
  await form.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function expectDisabledReason(page: Page, control: Locator, reason: string | RegExp): Promise<void> {
  // Moves the pointer away first, because the control may have appeared under it.
  await page.mouse.move(0, 0);
  await control.hover();
  await expect(control).toHaveAccessibleDescription(reason);
}

async function expectChangesDisabled(page: Page, scope: string, id: number): Promise<void> {
  const reason = `The API key is missing the scope ${scope}.`;
  const ways = SCOPE_ENTRY_POINTS[scope];
  if (ways === undefined) throw new Error(`No entry points for the scope ${scope}`);
  const main = page.getByRole("main");
  await goTo(page, ways.list);
  const create = main.getByRole("link", { name: ways.create });
  await expect(create).toHaveAttribute("aria-disabled", "true");
  await expectDisabledReason(page, create, reason);
  const menu = page.getByRole("button", { name: /^Actions for/ }).first();
  await menu.click();
  for (const name of ways.entries) {
    const item = page.getByRole("menuitem", { name });
    await expect(item).toHaveAttribute("aria-disabled", "true");
    await expect(item).toContainText(reason);
  }
  await page.keyboard.press("Escape");
  await goTo(page, ways.recordOf(id));
  for (const [role, name] of ways.controls) {
    const control = main.getByRole(role, { name, exact: true });
    await expect(control).toHaveAttribute("aria-disabled", "true");
    await expectDisabledReason(page, control, reason);
  }
  for (const path of ways.formsOf(id)) {
    await goTo(page, path);
    const form = page.getByRole("dialog");
    await expect(form).toContainText(reason);
    await expect(form.getByRole("button", { name: SUBMIT })).toHaveAttribute("aria-disabled", "true");
    await form.getByRole("button", { name: "Close" }).click();
    await expect(form).toHaveCount(0);
  }
}

const SUBMIT = /^(Create|Save|Add)/;

const drawn = drawWriteCases(drawSample());

for (const writing of WRITE_CASES) {
  const { name, pathOf, messageLocator, fill, done } = writing;
  const cases = casesOf(drawn, writing);
  const failures = applicableFailures(writing).filter((failure) => cases.has(failure.name));

  const ready = async (page: Page, session: Parameters<typeof openApp>[1], ids: readonly number[]) => {
    await openApp(page, session);
    await goTo(page, pathOf(ids));
    await expect(writing.ready(page)).toBeVisible();
    const typed = await fillPage(page, writing);
    return { typed, sender: watchRequests(page, writing) };
  };

  if (failures.length > 0)
    test(`${name}: keeps the input and sends once for every failure @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const ids = await pickRecordIds(
        faulty.emulator,
        await createSubscription(faulty.emulator, EMAIL_SUBSCRIPTION),
      );
      const { typed, sender } = await ready(page, faulty.session, ids);
      for (const [row, failure] of failures.entries()) {
        await test.step(failure.name, async () => {
          await fail(writing, failure);
          await sender.send();
          await expectFailureMessage(messageLocator(page), failure);
          const message = failureMessage(messageLocator(page), failure);
          if (fill === null && !writing.again) await message.hover();
          if (failure.isOutcomeUnknown)
            await expect(message).toContainText(/check (?:“Past deliveries” )?before you retry/);
          else await expect(message).not.toContainText("may have been saved");
          await expectTyped(page, typed);
          expect(sender.count()).toBe(row + 1);
          await fail(writing, null);
          if (writing.again) await writing.again(page, faulty.emulator, pathOf(ids));
          else if (fill === null) await dismiss(page, writing, failure);
        });
      }
      await sender.send();
      await expect(page.getByRole("status").filter({ hasText: done })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      expect(sender.count()).toBe(failures.length + 1);
    });

  for (const failure of cases.has("missing scope") ? missingScopeFailures(writing) : [])
    test(`${name}: a missing scope disables every control that writes @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const ids = await pickRecordIds(
        faulty.emulator,
        await createSubscription(faulty.emulator, EMAIL_SUBSCRIPTION),
      );
      const { typed, sender } = await ready(page, faulty.session, ids);
      await fail(writing, failure);
      await sender.send();
      await expectFailureMessage(messageLocator(page), failure);
      if (typed === null) await dismiss(page, writing, failure);
      else {
        const submit = page.getByRole("dialog").getByRole("button", { name: SUBMIT });
        await expect(submit).toHaveAttribute("aria-disabled", "true");
        await expectDisabledReason(page, submit, new RegExp(`^${failure.title}\\. Your input is kept`));
        await submit.click({ force: true });
        await expectTyped(page, typed);
        await cancelForm(page, typed);
      }
      await fail(writing, null);
      await expectChangesDisabled(page, writing.scope ?? "", ids[2] ?? 0);
      expect(sender.count()).toBe(1);
    });

  if (cases.has("rejected key"))
    test(`${name}: reports a rejected key once and keeps the input until a new one is entered @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const ids = await pickRecordIds(
        faulty.emulator,
        await createSubscription(faulty.emulator, EMAIL_SUBSCRIPTION),
      );
      const { typed, sender } = await ready(page, faulty.session, ids);
      const address = page.url();
      await fail(writing, KEY_REJECTED);
      await sender.send();
      await expectKeyDialog(page);
      await expect(keyDialog(page)).toContainText("Your last change wasn't saved");
      await page.keyboard.press("Escape");
      await expectKeyDialog(page);
      await enterKey(page, faulty.emulator.key);
      await expect(page).toHaveURL(address);
      await expectTyped(page, typed);
      // The button has focus again, but hasn't been pressed.
      if (typed !== null) await expect(page.getByRole("dialog").locator("button[type=submit]")).toBeFocused();
      expect(sender.count()).toBe(1);
      await fail(writing, null);
      await sender.send();
      await expect(page.getByRole("status").filter({ hasText: done })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });

  if (cases.has("leaving")) {
    test(`${name}: asks before discarding the input when the user leaves instead of entering a key @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const ids = await pickRecordIds(
        faulty.emulator,
        await createSubscription(faulty.emulator, EMAIL_SUBSCRIPTION),
      );
      const { typed, sender } = await ready(page, faulty.session, ids);
      await fail(writing, KEY_REJECTED);
      await sender.send();
      for (const way of [
        keyDialog(page).getByRole("link", { name: "Connect to another server" }),
        keyDialog(page).getByRole("button", { name: "Disconnect" }),
      ]) {
        await way.click();
        await page.getByRole("button", { name: "Keep editing" }).click();
        await expect(way).toBeFocused();
      }
      await enterKey(page, faulty.emulator.key);
      await expectTyped(page, typed);
      await sender.send();
      await keyDialog(page).getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("button", { name: "Discard changes" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Connect" })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  }

  if (cases.has("long cooldown")) {
    test(`${name}: counts down the server's cooldown @live`, async ({ page, faulty, fail, clock }) => {
      const ids = await pickRecordIds(
        faulty.emulator,
        await createSubscription(faulty.emulator, EMAIL_SUBSCRIPTION),
      );
      await clock.install();
      const { typed, sender } = await ready(page, faulty.session, ids);
      await fail(writing, throttled(90));
      const timer = page.getByRole("dialog").getByRole("timer");
      await expectCooldown(clock, {
        seconds: 90,
        countdown: timer,
        text: RETRY_COUNTDOWN_TEXT,
        trigger: sender.send,
      });
      await fail(writing, null);
      await clock.advance(50_000);
      await expect(timer).toHaveText("You can try again now.");
      await expectTyped(page, typed);
      // The app never repeats a write automatically.
      expect(sender.count()).toBe(1);
      await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      expect(sender.count()).toBe(2);
    });
  }
}

test("a rejected key keeps the scroll position of the list @live @rotates", async ({
  page,
  faulty,
  fail,
}) => {
  await openApp(page, faulty.session);
  await goTo(page, "/p/2/subscriptions");
  const menus = page.getByRole("button", { name: /^Actions for/ });
  // The first rows are drawn before the others, so this waits for all rows.
  await expect(menus).toHaveCount(100);
  // Uses a row in the middle, because the end of the page moves when a row is temporarily removed.
  const menu = menus.nth(25);
  await menu.scrollIntoViewIfNeeded();
  const below = await page.evaluate(() => window.scrollY);
  expect(below).toBeGreaterThan(0);
  await fail({ endpoint: "subscriptions.update", address: /\/subscriptions\/\d+\// }, KEY_REJECTED);
  await menu.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expectKeyDialog(page);
  await enterKey(page, faulty.emulator.key);
  await expect(menu).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(below);
});
