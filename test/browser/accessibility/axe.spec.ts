import type { Page } from "@playwright/test";
import { expectAccessibleOverlay, expectNoAxeViolations, PHONE_RULES } from "../support/axe";
import { expect, openPage, opensForm, test, waitUntilLoaded } from "../support/fixtures";
import { expectGoodLayout, PHONE } from "../support/layout";
import { FUTURE_MONDAY, routeUrls } from "../support/route-urls";

test.use({ colorScheme: "light", contextOptions: { reducedMotion: "reduce" } });

/** Searches that shorten the lists, because axe takes ten seconds for a full one. The properties are those of each row. */
const FEW_ROWS_SEARCH: Readonly<Record<string, string>> = {
  "/p/:projectId/subscriptions": "?q=dashboard%3A201..205",
  "/p/:projectId/recipients": "?q=northgate",
  "/p/:projectId/sources": "?q=growth",
  "/p/:projectId/exports": "?q=is%3Afailed",
  "/p/:projectId/members": "?q=level%3Aadmin",
  "/p/:projectId/subscriptions/new": "?q=dashboard%3A201",
  "/p/:projectId/subscriptions/:id/edit": "?q=dashboard%3A201",
  "/p/:projectId/exports/new": "?q=is%3Afailed",
  "/p/:projectId/members/new": "?q=email%3Aclaire",
};
const FEW_ROWS = "/p/1/subscriptions?q=dashboard%3A201";
const NEW = "/p/1/subscriptions/new?q=dashboard%3A201";
const CLAIRE = "/p/1/members?q=email%3Aclaire";
const BOARD = "/p/1/vitals?path=/checkout&path=/pricing&path=/nobody";
const OUTSIDER = "6e53fc28-bdcb-4bdc-8af9-90016581adcc";

/** The URL of each route template, by the one with few rows. */
const ROUTE_PAGES = new Map(
  Object.entries(routeUrls).map(([template, path]) => [path + (FEW_ROWS_SEARCH[template] ?? ""), path]),
);
/** Also other views of some pages. */
const PAGES: readonly string[] = [
  ...ROUTE_PAGES.keys(),
  `/p/1/calendar?view=week&day=${FUTURE_MONDAY}&hour=9`,
  `/p/1/calendar?day=${FUTURE_MONDAY}`,
  "/p/1/subscriptions?view=trash",
  "/p/1/exports/7037",
  "/p/3/vitals",
  `/p/1/members/${OUTSIDER}`,
  `${BOARD}&path=*`,
  "/p/1/members/offboard",
  "/p/1/subscriptions/987654321",
  "/nowhere",
];

const PAGE_GROUPS: Readonly<Record<string, (path: string) => boolean>> = {
  "subscriptions and exports": (path) => /\/(?:subscriptions|exports)/.test(path),
  "members, web vitals and calendar": (path) => /\/(?:members|vitals|calendar)/.test(path),
  "all other pages": (path) => !/\/(?:subscriptions|exports|members|vitals|calendar)/.test(path),
};

for (const [group, isInGroup] of Object.entries(PAGE_GROUPS))
  test(`axe finds no violations, light and dark, and spacing, motion, reflow and print are good: ${group}`, async ({
    page,
  }) => {
    for (const [index, path] of PAGES.filter(isInGroup).entries())
      await test.step(path, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.emulateMedia({ colorScheme: "light" });
        await openPage(page, path);
        await expectNoAxeViolations(page);
        await page.setViewportSize(PHONE);
        await page.emulateMedia({ colorScheme: "dark" });
        await expectNoAxeViolations(page, { rules: PHONE_RULES, isFrameKnown: index > 0 });
        const route = ROUTE_PAGES.get(path);
        if (route === undefined) return;
        // The layout of a list is measured with all rows.
        if (route !== path && !opensForm(route)) {
          await openPage(page, route);
          await expect(page.locator("[data-found-for='']")).toBeAttached();
        }
        await expectGoodLayout(page);
      });
  });

// keyboard-tasks.spec.ts and primary-task.spec.ts examine the previews and results that they open.
interface Overlay {
  readonly path: string;
  readonly open: (page: Page) => Promise<unknown>;
  readonly width?: number;
  readonly covered?: string;
  /** Whether the page is also examined with forced colors. */
  readonly hasForcedColors?: true;
  /** Whether leaving the page takes loading another document. */
  readonly hasInput?: true;
}

const dialog = (page: Page, name?: RegExp | string) =>
  page.getByRole("dialog", name === undefined ? {} : { name });
const press = (page: Page, name: RegExp | string) =>
  page.getByRole("button", { name, exact: true }).first().click();
const choose = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true }).click();
const search = (page: Page) => page.getByRole("combobox", { name: "Search subscriptions" });
const openRowMenu = (page: Page) => press(page, /^Actions for/);

const LIST_OVERLAYS: Readonly<Record<string, Overlay>> = {
  "row menu": { path: FEW_ROWS, open: openRowMenu, hasForcedColors: true },
  palette: { path: FEW_ROWS, open: (page) => page.keyboard.press("Control+k") },
  shortcuts: { path: FEW_ROWS, open: (page) => page.keyboard.press("?") },
  completions: {
    path: FEW_ROWS,
    async open(page) {
      await search(page).fill("dashboard:201 is:");
      await expect(page.getByRole("listbox", { name: "Completions" })).toBeVisible();
    },
  },
  "errors in a search": {
    path: FEW_ROWS,
    async open(page) {
      await search(page).fill("dashboard:201 nextt:today id:many");
      await page.keyboard.press("Tab");
      await expect(search(page)).toHaveAttribute("aria-invalid", "true");
    },
  },
  columns: { path: FEW_ROWS, open: (page) => press(page, "Columns") },
  "saved views": {
    path: FEW_ROWS,
    covered: "main table, main [class*=textButton]",
    async open(page) {
      await press(page, "Saved views");
      for (let saves = 0; saves < 2; saves += 1) {
        await press(page, "Save view…");
        await dialog(page).getByLabel("View name").fill("Everything");
        if (saves === 0) await page.keyboard.press("Enter");
      }
      await expect(page.getByText("This replaces the existing view.")).toBeVisible();
    },
  },
  download: {
    path: FEW_ROWS,
    covered: "main table",
    async open(page) {
      await press(page, "Download");
      await expect(dialog(page, "Download subscriptions")).toBeVisible();
    },
  },
  "navigation drawer": { path: FEW_ROWS, width: 390, open: (page) => press(page, "Open navigation") },
};

const OTHER_OVERLAYS: Readonly<Record<string, Overlay>> = {
  "errors in a form": {
    path: NEW,
    async open(page) {
      await dialog(page).locator("button[type=submit]").click();
      await expect(dialog(page).locator("[aria-invalid=true]").first()).toBeVisible();
    },
  },
  budgets: {
    path: BOARD,
    async open(page) {
      await press(page, "Budgets…");
      await expect(dialog(page, "Budgets")).toBeVisible();
    },
  },
  "points of a chart": {
    path: "/p/1/vitals/path?path=/checkout",
    async open(page) {
      await page.getByRole("listbox", { name: "Points of LCP" }).press("ArrowLeft");
      await page
        .getByText(/^Show table/)
        .first()
        .click();
      await expect(page.getByRole("table").first()).toBeVisible();
    },
  },
  "menu of levels": { path: CLAIRE, open: (page) => press(page, /^Level of Claire/) },
  "recipient drawer": {
    path: "/p/1/recipients?q=-domain%3Aharbourline.example&recipient=email%3Aaudit%40northgate.example",
    open: (page) => expect(dialog(page)).toBeVisible(),
  },
  "people that can't be added": {
    path: "/p/1/members/new?q=email%3Aclaire",
    hasInput: true,
    async open(page) {
      await page.getByRole("combobox", { name: "People" }).fill("nobody@x.co, words");
      await page.keyboard.press("Tab");
      await expect(page.getByText(/^“nobody@x.co” isn.t /)).toBeVisible();
    },
  },
  "question about discarding a form": {
    path: NEW,
    hasInput: true,
    async open(page) {
      await dialog(page).getByLabel("Title").fill("Weekly figures");
      await press(page, "Cancel");
      await expect(dialog(page, "Discard changes?")).toBeVisible();
    },
  },
  "rejected key of the demo": {
    path: "/settings",
    async open(page) {
      await page.getByLabel("Fault", { exact: true }).selectOption("rejected-key");
      await page.getByLabel("Endpoint").selectOption("subscriptions.update");
      await press(page, "Add fault");
      await openPage(page, FEW_ROWS);
      await openRowMenu(page);
      await choose(page, "Delete");
      await expect(page.getByRole("button", { name: "Remove demo fault" })).toBeFocused();
    },
  },
};

for (const [title, overlays] of [
  ["on overlays of a list", LIST_OVERLAYS],
  ["on other overlays", OTHER_OVERLAYS],
] as const)
  test(`axe finds no violations ${title}, light and dark`, async ({ page }) => {
    let previous: Overlay | null = null;
    for (const [name, overlay] of Object.entries(overlays))
      await test.step(name, async () => {
        const { path, open, width = 1440, covered, hasForcedColors } = overlay;
        await page.setViewportSize({ width, height: 900 });
        if (path === previous?.path) await page.keyboard.press("Escape");
        else if (previous?.hasInput) await page.goto(path);
        else await openPage(page, path);
        previous = overlay;
        await waitUntilLoaded(page, path);
        await open(page);
        await expectAccessibleOverlay(page, covered);
        if (!hasForcedColors) return;
        await page.emulateMedia({ forcedColors: "active" });
        await expectNoAxeViolations(page, { rules: ["color-contrast", "link-in-text-block"] });
        await page.emulateMedia({ forcedColors: "none" });
      });
  });

test("axe finds no violations while pages load, and after a server error @live", async ({
  page,
  mocks,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource.*403/);
  await page.route(`${mocks?.url}/api/**/environments/**`, () => new Promise(() => {}));
  for (const path of ["/p/1/subscriptions", "/p/1/subscriptions/1040", "/p/1/vitals?path=/"]) {
    await page.goto(path);
    await expect(page.locator("[aria-busy=true]").filter({ visible: true }).first()).toBeVisible();
    await expectNoAxeViolations(page, { isLoading: true });
  }
  const answer = { status: 403, headers: { "access-control-allow-origin": "*" }, body: "{}" };
  await page.route(`${mocks?.url}/**/subscriptions/**`, (route) => route.fulfill(answer));
  await page.goto("/p/1/subscriptions");
  await expect(page.getByRole("main").getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expectNoAxeViolations(page, { isLoading: true });
});
