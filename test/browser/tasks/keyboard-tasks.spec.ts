import type { Locator } from "@playwright/test";
import { expectAccessibleOverlay, expectNoAxeViolations } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { keyboardUser, pressPair, tabTo } from "../support/user";

// primary-task.spec.ts performs the primary tasks of the pages that this file omits.

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("Tab stays in a form and in the dialog above it, in both directions", async ({ page }) => {
  await page.goto("/p/1/members/new");
  const form = page.getByRole("dialog", { name: "Add members" });
  await expect(form.getByRole("combobox", { name: "People" })).toBeFocused();
  /** Returns whether the focus was always in the dialog. `visited` proves that it moved. */
  const tabThrough = async (dialog: Locator, key: string, stops: number) => {
    const visited = new Set<string>();
    for (let step = 0; step <= stops; step += 1) {
      await page.keyboard.press(key);
      visited.add(await dialog.locator(":focus").evaluate((element) => element.outerHTML.slice(0, 200)));
    }
    expect(visited.size).toBeGreaterThan(1);
  };
  await tabThrough(form, "Tab", 8);
  await tabThrough(form, "Shift+Tab", 8);
  await form.getByRole("combobox", { name: "People" }).fill("viktor");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await expect(question).toBeVisible();
  await tabThrough(question, "Tab", 4);
  await tabThrough(question, "Shift+Tab", 4);
});

test("offboards a member and undoes it, by keyboard only", async ({ page }) => {
  const user = keyboardUser(page);
  await page.goto("/p/1/members");
  await user.press(page.getByRole("main").getByRole("link", { name: "Offboard…" }));
  await user.type(page.getByRole("searchbox", { name: "Name or email" }), "daniel");
  await user.press(page.getByRole("list", { name: "People" }).getByRole("link", { name: /Daniel Okafor/ }));
  await expect(page.getByRole("heading", { level: 1, name: "Offboard Daniel Okafor" })).toBeFocused();

  // Excludes one subscription, so that the test runs and undoes only the other steps.
  const step = page.getByRole("region", { name: "Subscriptions" }).getByRole("checkbox").nth(1);
  await tabTo(page, step);
  await page.keyboard.press("Space");
  await expect(step).not.toBeChecked();
  await user.press(page.getByRole("button", { name: "Run 6 steps" }));
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  await expectAccessibleOverlay(page);
  await user.press(page.getByRole("button", { name: "Undo all…" }));
  const preview = page.getByRole("dialog", { name: /^Undo/ });
  await user.press(preview.getByRole("button", { name: /^Run \d changes?$/ }));
  await expect(page.getByRole("dialog").getByText("Finished", { exact: true })).toBeVisible();
});

test("deletes one of two duplicates, by keyboard only", async ({ page }) => {
  const user = keyboardUser(page);
  await page.goto("/p/1/health");
  const group = page.getByRole("group", { name: "Keep one of 2" }).first();
  const chosen = group.getByRole("radio", { checked: true });
  await tabTo(page, chosen);
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toBeFocused();
  await user.press(group.getByRole("button", { name: "Delete 1 duplicate…" }));
  const dialog = page.getByRole("dialog");
  const run = dialog.getByRole("button", { name: /^Run \d changes?$/ });
  await expect(run).toBeVisible();
  await expectAccessibleOverlay(page);
  await user.press(run);
  await expect(dialog.getByText("Finished", { exact: true })).toBeVisible();
  await expectAccessibleOverlay(page);
});

test("imports edited text and undoes it in Activity, by keyboard only", async ({ page }) => {
  const user = keyboardUser(page);
  await page.goto("/p/1/subscriptions/import");
  await user.press(page.getByRole("button", { name: "Paste text instead" }));
  const field = page.getByLabel("Edited text");
  await tabTo(page, field);
  const changed = { id: 1040, title: "Figures of the week" };
  const invalid = { id: 1042, titel: "A typo", interval: 0 };
  const exported = "2026-11-21T10:00:00Z";
  const from = { exported, server: "Demo data", project: "1" };
  const head = { kind: "subscriptions", version: 1, scope: "selection", ...from };
  await page.keyboard.insertText(JSON.stringify({ environs: head, subscriptions: [changed, invalid] }));
  await user.press(page.getByRole("button", { name: "Review changes" }));
  await expect(page.getByRole("region", { name: "Changed" })).toContainText("Figures of the week");
  await expect(page.getByRole("region", { name: "1 error, 1 warning" })).toBeVisible();
  await expectAccessibleOverlay(page);
  await user.press(page.getByRole("button", { name: "Import 1 change" }));
  await expect(page.getByRole("heading", { name: "1 change imported" })).toBeVisible();

  await pressPair(page, "g", "j");
  // Selects the row of the change. The row of the day heading has no link.
  const change = page
    .getByRole("table", { name: "Changes" })
    .getByRole("row")
    .filter({ has: page.getByRole("link") });
  await user.choose(change, "Open");
  await user.press(page.getByRole("dialog", { name: /^Changed/ }).getByRole("button", { name: "Undo…" }));
  const undo = page.getByRole("dialog", { name: /^Undo/ });
  await expect(undo.getByText("1 change can be undone.").first()).toBeVisible();
  await expectAccessibleOverlay(page);
  await user.press(undo.getByRole("button", { name: "Undo 1 change" }));
  await expect(page.getByRole("table", { name: "Changes" }).getByRole("link")).toHaveCount(2);
});

test("changes settings and uses the regex helper, by keyboard only", async ({ page }) => {
  const user = keyboardUser(page);
  await page.goto("/settings");
  const scheme = page.getByRole("radiogroup", { name: "Color scheme" }).getByRole("radio", { checked: true });
  await tabTo(page, scheme);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.locator("html[data-mantine-color-scheme=dark]")).toBeAttached();
  await tabTo(page, page.getByRole("switch", { name: /^Regex helper/ }));
  await page.keyboard.press("Space");
  await user.press(page.getByRole("link", { name: "Open regex helper" }));
  await user.type(page.getByRole("textbox", { name: /^What should/ }), "any e-mail address");
  await user.press(page.getByRole("button", { name: "Generate pattern" }));
  await user.press(page.getByRole("button", { name: "Copy pattern" }));
});

test("checks the key's scopes and copies a request, by keyboard only", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const user = keyboardUser(page);
  await page.goto("/settings");
  await user.press(page.getByRole("link", { name: "Server and requests" }));
  await user.press(page.getByRole("button", { name: "Check write access" }));
  await expect(page.getByText("Allowed by the key").first()).toBeVisible();
  await user.press(page.getByRole("button", { name: /^Copy as curl: GET .*@current/ }));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('-H "Authorization: Bearer $KEY"');
});

test.describe("without a connection", () => {
  test.use({ connected: false });

  test("pastes the key and opens a project, by keyboard only @live", async ({ page, context, mocks }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const user = keyboardUser(page);
    await page.goto("/connect");
    const connect = page.getByRole("button", { name: "Connect", exact: true });
    await user.press(connect);
    await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    await expectNoAxeViolations(page);
    await user.type(page.getByLabel("Server address"), mocks?.url ?? "");
    const key = page.getByLabel("Personal API key");
    await tabTo(page, key);
    await page.evaluate((text) => navigator.clipboard.writeText(text), mocks?.key ?? "");
    await page.keyboard.press("ControlOrMeta+v");
    await expect(key).toHaveValue(mocks?.key ?? "");
    await user.press(connect);
    const project = page.getByRole("link", { name: "Open Demo" });
    await expect(project).toBeVisible();
    await expectNoAxeViolations(page);
    await user.press(project);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  });
});
