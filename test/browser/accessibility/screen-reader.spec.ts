import type { Page } from "@playwright/test";
import { getVital } from "../../../src/emulator/web-vitals/vitals-seed";
import { expect, test } from "../support/fixtures";

/** Returns the text of live regions from the browser's accessibility tree. */
async function accessibilityTree(page: Page): Promise<string> {
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
/** A Saturday. The emulator's dates are relative to it. */
const NOW = "2026-11-21T10:00:00Z";
const DAY = 86_400_000;

/**
 * Returns the emulator's INP of /checkout in the week that is `weeksAgo` weeks before the current
 * one. The value changes each Sunday.
 */
function inpForWeek(weeksAgo: number): string {
  const today = Math.floor(Date.parse(NOW) / DAY) * DAY;
  const sunday = today - (new Date(today).getUTCDay() + 7 * weeksAgo) * DAY;
  const week = new Date(sunday).toISOString().slice(0, 10);
  return `${Math.round(getVital("/checkout", "INP", week))} ms`;
}

interface ExpectedSpeech {
  readonly page: string;
  readonly path: string;
  readonly title: string;
  readonly part: readonly ["main" | "table" | "dialog", string?];
  readonly tree: string | (() => string);
}

const EXPECTED_SPEECH: readonly ExpectedSpeech[] = [
  {
    page: "the overview",
    path: "/p/1",
    title: "Overview · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Overview" [level=1]
        - link "Subscriptions"
        - link "New subscription"
        - region "Next 24 hours":
          - heading "Next 24 hours" [level=2]
          - link "Calendar"
          - list "Next 24 hours"
        - region "Needs attention":
          - heading "Needs attention" [level=2]
          - link "Health"
          - list "Needs attention":
            - listitem:
              - link "2 overdue"
        - region "Unfinished exports":
          - heading "Unfinished exports" [level=2]
          - link "Exports"
          - list "Unfinished exports"
        - region "Slowest pages":
          - heading "Slowest pages" [level=2]
          - link "Web vitals"
        - region "Recent activity":
          - heading "Recent activity" [level=2]
          - link "Activity"`,
  },
  {
    page: "the subscription list",
    path: `${LIST}?q=dashboard%3A201&sort=title`,
    title: "Subscriptions · Environs",
    part: ["table", "Subscriptions"],
    tree: `
      - table "Subscriptions":
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
    page: "the form of a new subscription",
    path: `${LIST}/new?q=dashboard%3A201`,
    title: "Subscriptions · Environs",
    part: ["dialog", "New subscription"],
    tree: `
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
    `,
  },
  {
    page: "members",
    path: "/p/1/members?q=email%3Aclaire",
    title: "Members · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Members" [level=1]
        - link "Offboard…"
        - link "Add members"
        - combobox "Search members"
        - table "Members":
          - rowgroup
          - rowgroup:
            - row:
              - cell "Claire Dubois":
                - link "Claire Dubois"
              - cell "claire.dubois@harbourline.example"
              - 'cell "Level of Claire Dubois: Member"'
    `,
  },
  {
    page: "an offboarding",
    path: "/p/1/members/offboard?person=daniel.okafor@harbourline.example",
    title: "Offboard Daniel Okafor · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Offboard Daniel Okafor" [level=1]
        - region "Subscription changes":
          - radiogroup "In every subscription"
          - radiogroup "If there's no other recipient"
        - region "Access":
          - list "Access":
            - listitem:
              - checkbox "Explicit level" [checked]
              - paragraph:
                - deletion: Member
                - text: becomes
                - insertion: No explicit level
        - region "Subscriptions":
          - list "Subscriptions":
            - listitem:
              - checkbox "Referrals" [checked]
              - combobox "Action for Referrals"
    `,
  },
  {
    page: "the web vitals of a path",
    path: "/p/1/vitals/path?path=/checkout",
    title: "/checkout · Web vitals · Environs",
    part: ["main"],
    tree: () => `
      - main:
        - heading "/checkout" [level=1]
        - region "Interaction to Next Paint (INP)":
          - paragraph: ${inpForWeek(0)}
          - text: Needs improvement
          - img "Good up to 200 ms, poor above 500 ms"
          - figure:
            - listbox "Points of INP":
              - option /${inpForWeek(1)}, Needs improvement/
            - group: /Show table/
    `,
  },
];

test("the accessibility trees of six typical pages match", async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  for (const { page: name, path, title, part, tree } of EXPECTED_SPEECH)
    await test.step(name, async () => {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      const [role, label] = part;
      await expect(page.getByRole(role, label === undefined ? {} : { name: label })).toMatchAriaSnapshot(
        typeof tree === "string" ? tree : tree(),
      );
    });
});

test("the first tab stop skips the navigation", async ({ page }) => {
  await page.goto(LIST);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
});

test("status messages are announced without moving the focus", async ({ page }) => {
  await page.goto(LIST);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const search = page.getByRole("combobox", { name: "Search subscriptions" });
  await search.pressSequentially("board");
  // Waits for the URL, which is updated after the announcement for the whole text. Earlier
  // announcements may be about a part of the text.
  await expect(page).toHaveURL(/[?&]q=board$/);
  const rows = await page.getByRole("table", { name: "Subscriptions" }).getAttribute("aria-rowcount");
  await expect
    .poll(() => accessibilityTree(page))
    .toMatch(new RegExp(`\\b${Number(rows) - 1} subscriptions? match`));
  await expect(search).toBeFocused();

  const box = page.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
  await box.press("Space");
  await expect.poll(() => accessibilityTree(page)).toContain("1 subscription selected");
  await expect(box).toBeFocused();
  await box.press("Space");
  await expect.poll(() => accessibilityTree(page)).toContain("Nothing selected");

  const scheme = page.getByRole("button", { name: /^Color scheme: / });
  await scheme.press("Enter");
  await expect.poll(() => accessibilityTree(page)).toContain("Color scheme: light");
  await expect(scheme).toBeFocused();

  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect.poll(() => accessibilityTree(page)).toMatch(/Deleted “.*”/);
});
