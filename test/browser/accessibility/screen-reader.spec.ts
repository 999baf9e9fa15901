import type { Page } from "@playwright/test";
import { expect, openPage, test } from "../support/fixtures";

/** Returns the text of live regions from the browser's accessibility tree. */
async function liveTexts(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const wordsOf = (id: string): string => {
    const node = byId.get(id);
    if (node?.role?.value === "StaticText") return `${node.name?.value ?? ""} `;
    return (node?.childIds ?? []).map(wordsOf).join("");
  };
  return nodes
    .filter(({ properties }) =>
      properties?.some(({ name, value }) => name === "live" && /polite|assertive/.test(String(value.value))),
    )
    .map(({ nodeId }) => wordsOf(nodeId))
    .join("\n");
}

const FORM_TREE = `
  - dialog "New subscription":
    - heading "New subscription" [level=2]
    - radiogroup "Source":
      - radio "Dashboard" [checked]
      - radio "Insight"
    - combobox "Dashboard name"
    - combobox "Channel"
    - combobox "Recipients"
    - group "Schedule":
      - textbox "Every"
      - combobox "Unit"
      - group "Weekdays":
        - checkbox "Monday" [checked]
      - textbox "Time"
      - textbox "Start date"
    - textbox "Title"
    - group: End and message
    - complementary:
      - region "Schedule summary"
`;

const PATH_TREE = `
  - main:
    - heading "/checkout" [level=1]
    - region "Interaction to Next Paint (INP)":
      - paragraph: /\\d+ ms/
      - text: Needs improvement
      - img "Good up to 200 ms, poor above 500 ms"
      - figure:
        - listbox "Points of INP":
          - option /\\d+ ms, Needs improvement/
        - group: /Show table/
`;

test("the accessibility trees of a form and a chart match", async ({ page }) => {
  await page.clock.setFixedTime("2026-11-21T10:00:00Z");
  await openPage(page, "/p/1/subscriptions/new?q=dashboard%3A201");
  await expect(page.getByRole("dialog", { name: "New subscription" })).toMatchAriaSnapshot(FORM_TREE);
  await openPage(page, "/p/1/vitals/path?path=/checkout");
  await expect(page).toHaveTitle("/checkout · Web vitals · Environs");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(PATH_TREE);
});

test("the first tab stop skips the navigation, and status messages are announced without moving the focus", async ({
  page,
}) => {
  await page.goto("/p/1/subscriptions");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);

  const search = page.getByRole("combobox", { name: "Search subscriptions" });
  await search.fill("board");
  await expect(page).toHaveURL(/[?&]q=board$/);
  const rows = await page.getByRole("table", { name: "Subscriptions" }).getAttribute("aria-rowcount");
  const announced = new RegExp(`\\b${Number(rows) - 1} subscriptions? match`);
  await expect.poll(() => liveTexts(page)).toMatch(announced);
  await expect(search).toBeFocused();

  const box = page.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
  await box.press("Space");
  await expect.poll(() => liveTexts(page)).toContain("1 subscription selected");
  await expect(box).toBeFocused();

  const scheme = page.getByRole("button", { name: /^Color scheme: / });
  await scheme.press("Enter");
  await expect.poll(() => liveTexts(page)).toContain("Color scheme: light");
  await expect(scheme).toBeFocused();

  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect.poll(() => liveTexts(page)).toMatch(/Deleted “.*”/);
});
