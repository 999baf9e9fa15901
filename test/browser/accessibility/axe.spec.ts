import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { FUTURE_MONDAY, routeUrls } from "../support/route-urls";
import { waitForFormDialog } from "../support/wait-for-form-dialog";
import { waitUntilLoaded } from "../support/wait-until-loaded";
import { createAxeBuilder } from "./axe-builder";

interface AxeCase {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
  /** The only width at which the state exists. */
  readonly onlyAt?: number;
  /**
   * Selector for elements that axe skips, because it underestimates the size of partly covered
   * ones.
   */
  readonly covered?: string;
}

async function press(page: Page, keys: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press(keys);
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole("menu")).toBeVisible();
}

const searchField = (page: Page) => page.getByRole("combobox", { name: "Search subscriptions" });

/** Types into the search field after the code for completions has loaded. */
async function openCompletions(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
  await searchField(page).fill("dashboard:201 is:");
  await expect(page.getByRole("listbox", { name: "Completions" })).toBeVisible();
}

async function enterInvalidQuery(page: Page): Promise<void> {
  await searchField(page).fill("dashboard:201 nextt:today id:many");
  await page.keyboard.press("Tab");
  await expect(searchField(page)).toHaveAttribute("aria-invalid", "true");
}

async function openColumns(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(page.getByRole("dialog", { name: "Columns and rows" })).toBeVisible();
}

async function openViews(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Saved views" }).click();
  const views = page.getByRole("dialog", { name: "Saved views" });
  await views.getByRole("button", { name: "Save view…" }).click();
  await views.getByLabel("View name").fill("Everything");
  await page.keyboard.press("Enter");
  await expect(views.getByRole("link", { name: "Everything" })).toBeVisible();
  await views.getByRole("button", { name: "Save view…" }).click();
  await views.getByLabel("View name").fill("Everything");
  await expect(views.getByText("This replaces the existing view.")).toBeVisible();
}

async function selectRow(page: Page): Promise<void> {
  await page
    .getByRole("checkbox", { name: /^Select / })
    .nth(1)
    .check();
  await expect(page.getByRole("region", { name: "Selection", exact: true })).toBeVisible();
}

async function openAddRecipient(page: Page): Promise<void> {
  await selectRow(page);
  const bar = page.getByRole("region", { name: "Selection", exact: true });
  await bar
    .getByRole("button", { name: /^(?:Recipients|Actions)$/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitem", { name: "Replace recipient…" }).click();
  await expect(page.getByRole("dialog", { name: /^Replace recipient/ })).toBeVisible();
}

/** Opens the preview of a bulk action that replaces a recipient. */
async function reviewBulk(page: Page): Promise<void> {
  await openAddRecipient(page);
  const form = page.getByRole("dialog");
  await form.getByRole("combobox", { name: "Recipient" }).click();
  await form.getByRole("option").first().click();
  await form.getByRole("combobox", { name: "Replace with" }).fill("somebody@example.com");
  await form.getByRole("button", { name: "Review changes" }).click();
  await expect(page.getByRole("button", { name: /^Run \d+ change/ })).toBeVisible();
}

async function startBulkJob(page: Page): Promise<void> {
  await reviewBulk(page);
  await page.getByRole("button", { name: /^Run \d+ change/ }).click();
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
}

async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

async function offboard(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Run \d+ steps/ }).click();
}

const OUTSIDER = "6e53fc28-bdcb-4bdc-8af9-90016581adcc";

async function openDownload(page: Page): Promise<void> {
  await selectRow(page);
  await page.getByRole("main").getByRole("button", { name: "Download", exact: true }).first().click();
  await expect(page.getByRole("dialog", { name: "Download subscriptions" })).toBeVisible();
}

async function rejectKey(page: Page): Promise<void> {
  await page.getByLabel("Fault", { exact: true }).selectOption("401");
  await page.getByLabel("Endpoint").selectOption("subscriptions.update");
  await page.getByRole("button", { name: "Add fault" }).click();
  await openPath(page, FEW_ROWS);
  await expect(page.getByRole("button", { name: /^Actions for/ }).first()).toBeVisible();
  // Scrolls to the top first. Otherwise, the click on the menu button would scroll and close the
  // menu.
  await page.evaluate(() => window.scrollTo(0, 0));
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Remove demo fault" })).toBeFocused();
}

async function openJournal(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText(/^Deleted “/)).toBeVisible();
  await openPath(page, "/p/1/activity");
  await expect(page.getByRole("table", { name: "Changes" }).getByRole("link")).toHaveCount(1);
}

async function openEntry(page: Page): Promise<void> {
  await openJournal(page);
  await page.getByRole("table", { name: "Changes" }).getByRole("link").click();
  await expect(page.getByRole("dialog", { name: /^Deleted “/ })).toBeVisible();
}

async function openUndoDialog(page: Page): Promise<void> {
  await openEntry(page);
  await page.getByRole("dialog").getByRole("button", { name: "Undo…" }).click();
  await expect(page.getByText("1 change can be undone.").first()).toBeVisible();
}

function openFromBoard(button: string, dialog: string): NonNullable<AxeCase["act"]> {
  return async (page) => {
    await expect(page.getByText("Needs improvement").first()).toBeVisible();
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
  };
}

async function focusChartPoints(page: Page): Promise<void> {
  await page.getByRole("listbox", { name: "Points of LCP" }).focus();
  await page.keyboard.press("ArrowLeft");
  await page
    .getByText(/^Show table/)
    .first()
    .click();
  await expect(page.getByRole("table").first()).toBeVisible();
}

const BOARD = "/p/1/vitals?path=/checkout&path=/pricing&path=/nobody";

/** URL of a short list. Axe takes ten seconds for a full one. */
const FEW_ROWS = "/p/1/subscriptions?q=dashboard%3A201..205";
const FEW_BEHIND_FORM = "/p/1/subscriptions/new?q=dashboard%3A201";

/** Searches that shorten the lists, by route. The tested properties are those of each row. */
const FEW_ROWS_SEARCH: Readonly<Record<string, string>> = {
  "/p/:projectId/subscriptions": "?q=dashboard%3A201..205",
  "/p/:projectId/exports": "?q=is%3Afailed",
  "/p/:projectId/members": "?q=level%3Aadmin",
  "/p/:projectId/subscriptions/new": "?q=dashboard%3A201",
  "/p/:projectId/subscriptions/:id/edit": "?q=dashboard%3A201",
  "/p/:projectId/exports/new": "?q=is%3Afailed",
  "/p/:projectId/members/new": "?q=email%3Aclaire",
};

const DEPARTING_MEMBER = "/p/1/members/offboard?person=daniel.okafor@harbourline.example";
const SOME_RECIPIENTS = "/p/1/recipients?q=-domain%3Aharbourline.example";
async function uploadFile(page: Page, content: object): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(content, null, 2));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "edited.json", mimeType: "application/json", buffer });
}

async function openEditedFile(page: Page): Promise<void> {
  const environs = { kind: "subscriptions", version: 1, project: "1", scope: "selection" };
  const exported = "2026-11-21T10:00:00Z";
  // The notice about a file from another server contains the name of the connected server.
  await uploadFile(page, { environs: { ...environs, exported, server: "elsewhere" }, subscriptions: [] });
  const message = (await page.getByRole("alert").textContent()) ?? "";
  const server = /You are on (.*?), project/.exec(message)?.[1];
  await uploadFile(page, {
    environs: { ...environs, exported, server },
    subscriptions: [
      { id: 1040, titel: "Figures", title: "Figures of the week", target_value: "cy@example.com" },
      { id: 1041, deleted: true },
      { id: 1042, interval: 0 },
      {
        insight: 4,
        target_type: "email",
        target_value: "a@x.co",
        frequency: "weekly",
        start_date: "2026-12-01T08:00:00Z",
      },
    ],
  });
}

async function showImportPreview(page: Page): Promise<void> {
  await openEditedFile(page);
  await page
    .getByRole("region", { name: "1 error, 1 warning" })
    .getByRole("button", { name: /^Show/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "New" })).toBeVisible();
}

const CLAIRE = "/p/1/members?q=email%3Aclaire";

async function openLevels(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Level of Claire/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}

async function openRemoveDialog(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await expect(page.getByRole("dialog", { name: "Remove Claire Dubois?" })).toBeVisible();
}

const people = (page: Page) => page.getByRole("combobox", { name: "People" });

async function enterStrangers(page: Page): Promise<void> {
  await people(page).fill("nobody@x.co, words");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("listitem").filter({ hasText: /^“nobody@x.co” isn.t / })).toBeVisible();
}

const AXE_CASES: readonly AxeCase[] = [
  ...Object.entries(routeUrls).map(([name, path]) => ({ name, path: path + (FEW_ROWS_SEARCH[name] ?? "") })),
  { name: "week of the calendar", path: `/p/1/calendar?view=week&day=${FUTURE_MONDAY}&hour=9` },
  { name: "day of the calendar", path: `/p/1/calendar?day=${FUTURE_MONDAY}` },
  { name: "trash", path: "/p/1/subscriptions?view=trash" },
  { name: "empty board of web vitals", path: "/p/3/vitals" },
  { name: "web vitals with one failed path", path: `${BOARD}&path=*` },
  {
    name: "web vitals as cards with a comparison",
    path: `${BOARD}&view=cards&compare=/checkout&compare=/pricing`,
  },
  { name: "budgets of web vitals", path: BOARD, act: openFromBoard("Budgets…", "Budgets") },
  { name: "chart points of a path", path: "/p/1/vitals/path?path=/checkout", act: focusChartPoints },
  { name: "unknown URL", path: "/nowhere" },
  { name: "unknown record", path: "/p/1/subscriptions/987654321" },
  {
    name: "recipient drawer",
    path: `${SOME_RECIPIENTS}&recipient=email%3Aaudit%40northgate.example`,
    act: (page) => expect(page.getByRole("dialog")).toBeVisible(),
  },
  {
    name: "time change",
    path: "/p/1/health?view=time-changes&zone=Europe%2FBerlin",
    act: (page) => expect(page.getByRole("region", { name: /affected subscriptions$/ })).toBeVisible(),
  },
  { name: "import preview", path: "/p/1/subscriptions/import", act: showImportPreview },
  { name: "palette", path: FEW_ROWS, act: (page) => press(page, "Control+k") },
  { name: "shortcuts", path: FEW_ROWS, act: (page) => press(page, "?") },
  {
    name: "form with errors",
    path: FEW_BEHIND_FORM,
    act: async (page) => {
      const form = page.getByRole("dialog");
      await form.locator("button[type=submit]").click();
      await expect(form.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  },
  { name: "search completions", path: FEW_ROWS, act: openCompletions },
  { name: "search with errors", path: FEW_ROWS, act: enterInvalidQuery },
  { name: "saved views", path: FEW_ROWS, act: openViews, covered: "main table, main [class*=textButton]" },
  { name: "columns", path: FEW_ROWS, act: openColumns },
  { name: "bulk preview", path: FEW_ROWS, act: reviewBulk },
  { name: "bulk result", path: FEW_ROWS, act: startBulkJob },
  { name: "download", path: FEW_ROWS, act: openDownload, covered: "main table" },
  { name: "failed export", path: "/p/1/exports/7037" },
  // On phones, the row menu changes the level.
  { name: "level menu of a member", path: CLAIRE, act: openLevels, onlyAt: 1440 },
  { name: "confirmation of removing a member", path: CLAIRE, act: openRemoveDialog },
  { name: "people that can't be added", path: "/p/1/members/new?q=email%3Aclaire", act: enterStrangers },
  { name: "row menu", path: FEW_ROWS, act: openMenu },
  { name: "undo preview", path: FEW_ROWS, act: openUndoDialog },
  {
    name: "confirmation of discarding a form",
    path: FEW_BEHIND_FORM,
    act: async (page) => {
      const form = page.getByRole("dialog");
      await form.getByLabel("Title").fill("Weekly figures");
      await form.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByRole("dialog", { name: "Discard changes?" })).toBeVisible();
    },
  },
  { name: "person without explicit access", path: `/p/1/members/${OUTSIDER}` },
  {
    name: "finished offboarding",
    path: DEPARTING_MEMBER,
    onlyAt: 1440,
    act: async (page) => {
      await offboard(page);
      await expect(page.getByRole("button", { name: "Undo all" })).toBeVisible();
    },
  },
  { name: "empty offboarding page", path: "/p/1/members/offboard" },
  {
    name: "connect form with errors",
    path: "/connect",
    act: async (page) => {
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  },
  { name: "demo with a rejected key", path: "/settings", act: rejectKey },
  {
    name: "navigation drawer",
    path: FEW_ROWS,
    onlyAt: 390,
    act: async (page) => {
      await page.getByRole("button", { name: "Open navigation" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
];

/** All applicable WCAG levels (A and AA of 2.0 to 2.2), and axe's best practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await waitUntilLoaded(page);
  // Elements have less contrast while they fade.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  );
}

/** Fails if axe finds a violation. Scans again if the page changed meanwhile, which axe misjudges. */
async function expectNoViolations(page: Page, { covered }: AxeCase): Promise<void> {
  const scan = async () => {
    await settle(page);
    const axe = createAxeBuilder(page).withTags(TAGS);
    // Axe only guesses what a dialog covers.
    if ((await page.locator("[aria-modal=true]").count()) > 0) axe.include("[aria-modal=true]");
    const { violations } = await (covered === undefined ? axe : axe.exclude(covered)).analyze();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, html, failureSummary }) => `${id} at ${target.join(" ")} (${html}). ${failureSummary}`,
      ),
    );
  };
  const first = await scan();
  expect(first.length === 0 ? first : await scan()).toEqual([]);
}

test.use({ colorScheme: "light", contextOptions: { reducedMotion: "reduce" } });

for (const axeCase of AXE_CASES)
  test(`axe finds no violations: ${axeCase.name}`, async ({ page }) => {
    const { path, act, onlyAt } = axeCase;
    await page.setViewportSize({ width: onlyAt ?? 1440, height: 900 });
    await page.goto(path);
    await waitForFormDialog(page, path);
    await act?.(page);
    await expectNoViolations(page, axeCase);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html[data-mantine-color-scheme=dark]")).toBeAttached();
    if (act === undefined && onlyAt === undefined) await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolations(page, axeCase);
  });

test("axe finds no violations with forced colors", async ({ page }) => {
  await page.goto(FEW_ROWS);
  await openMenu(page);
  await page.emulateMedia({ forcedColors: "active" });
  await settle(page);
  const { violations } = await createAxeBuilder(page)
    .withRules(["color-contrast", "link-in-text-block"])
    .analyze();
  expect(violations).toEqual([]);
});

test("axe finds no violations while pages load @live", async ({ page, emulator }) => {
  await page.route(`${emulator?.url}/api/**/environments/**`, () => new Promise(() => {}));
  for (const path of [
    "/p/1/subscriptions",
    "/p/1/subscriptions/1040",
    "/p/1/members",
    "/p/1/vitals?path=/",
  ]) {
    await page.goto(path);
    await expect(page.locator("[aria-busy=true]").filter({ visible: true }).first()).toBeVisible();
    const { violations } = await createAxeBuilder(page).withTags(TAGS).analyze();
    expect(violations, path).toEqual([]);
  }
});

test("axe finds no violations after a server error @live", async ({ page, emulator, expectComplaint }) => {
  expectComplaint(/Failed to load resource.*403/);
  const answer = { status: 403, headers: { "access-control-allow-origin": "*" }, body: "{}" };
  await page.route(`${emulator?.url}/**/subscriptions/**`, (route) => route.fulfill(answer));
  await page.goto("/p/1/subscriptions");
  await expect(page.getByRole("main").getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expectNoViolations(page, { name: "error", path: "" });
});

test.describe("without a connection", () => {
  test.use({ connected: false });

  test("axe finds no violations on a first visit, and with the result of a connection @live", async ({
    page,
    emulator,
  }) => {
    const connect = { name: "connect", path: "/connect" };
    await page.goto(connect.path);
    await expect(page.getByLabel("Server address")).toBeVisible();
    await expectNoViolations(page, connect);
    await page.getByLabel("Server address").fill(emulator?.url ?? "");
    await page.getByLabel("Personal API key").fill(emulator?.key ?? "");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByRole("link", { name: "Open Demo" })).toBeVisible();
    await expectNoViolations(page, connect);
  });
});
