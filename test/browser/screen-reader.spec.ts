import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** What the live regions of the page say just now, by the browser's accessibility tree. */
async function spoken(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const wordsOf = (id: string): string => {
    const node = byId.get(id);
    if (node === undefined) return "";
    if (node.role?.value === "StaticText") return `${node.name?.value ?? ""} `;
    return (node.childIds ?? []).map(wordsOf).join("");
  };
  return nodes
    .filter(({ properties }) =>
      properties?.some(
        ({ name, value }) => name === "live" && (value.value === "polite" || value.value === "assertive"),
      ),
    )
    .map(({ nodeId }) => wordsOf(nodeId))
    .join("\n");
}

const LIST = "/p/1/subscriptions";

interface Heard {
  readonly page: string;
  readonly path: string;
  readonly title: string;
  /** The part of the page that is looked at, by role and name. */
  readonly part: readonly ["main" | "table", string?];
  /** What must be in it, as Playwright writes an accessibility tree. */
  readonly tree: string;
}

const HEARD: readonly Heard[] = [
  {
    page: "the list of deliveries",
    path: `${LIST}?q=dashboard%3A201&sort=title`,
    title: "Subscriptions · Environs",
    part: ["table", "Deliveries"],
    tree: `
      - table "Deliveries":
        - rowgroup:
          - row:
            - columnheader /^Select/:
              - checkbox /^Select/
            - columnheader "Title":
              - button "Title"
              - separator "Width of Title"
            - columnheader "Source"
            - columnheader "Recipients"
            - columnheader "Schedule"
            - columnheader "Next delivery"
            - columnheader "Created by"
            - columnheader "State"
            - columnheader "Actions"
        - rowgroup:
          - row:
            - cell /^Select/:
              - checkbox /^Select/
    `,
  },
  {
    page: "a delivery",
    path: `${LIST}/1040`,
    title: "Weekly growth review · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Weekly growth review" [level=1]
        - region "Schedule":
          - heading "Schedule" [level=2]
          - term: In words
          - definition: Every week on Monday at 09:00
        - region "Next deliveries":
          - table "Next deliveries"
    `,
  },
];

test("a screen reader hears of the pages what they show @demo", async ({ page }) => {
  for (const { page: name, path, title, part, tree } of HEARD)
    await test.step(name, async () => {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      const [role, label] = part;
      await expect(page.getByRole(role, label === undefined ? {} : { name: label })).toMatchAriaSnapshot(
        tree,
      );
    });
});

test("the first stop leads past the navigation @demo", async ({ page }) => {
  await page.goto(LIST);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
});

test("what happens is said without moving the focus @demo", async ({ page }) => {
  await page.goto(LIST);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const search = page.getByRole("combobox", { name: "Search deliveries" });
  await search.pressSequentially("board");
  await expect.poll(() => spoken(page)).toMatch(/\d+ deliver(?:y|ies) match/);
  await expect(search).toBeFocused();

  const box = page.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
  await box.press("Space");
  await expect.poll(() => spoken(page)).toContain("1 delivery selected");
  await expect(box).toBeFocused();
  await box.press("Space");
  await expect.poll(() => spoken(page)).toContain("Nothing is selected");

  const scheme = page.getByRole("button", { name: /^Colours: / });
  await scheme.press("Enter");
  await expect.poll(() => spoken(page)).toContain("Colours: light");
  await expect(scheme).toBeFocused();

  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect.poll(() => spoken(page)).toMatch(/Deleted “.*”/);
});
