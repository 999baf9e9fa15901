import type { Page } from "@playwright/test";
import { HELP_PAGES } from "../../../src/features/help/pages/table-of-contents";
import { expect } from "../support/fixtures";
import { FUTURE_MONDAY, routeUrls } from "../support/route-urls";

export const WIDTHS = [1440, 390] as const;

export interface AxeCase {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
  /**
   * Widths at which the state exists. Defaults to all. For example, the mobile drawer doesn't exist on a wide screen.
   */
  readonly widths?: readonly number[];
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

async function openDomains(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Your domains…" }).click();
  await expect(page.getByRole("dialog", { name: "Your domains" })).toBeVisible();
}

async function chooseDomain(page: Page): Promise<void> {
  await openDomains(page);
  await page.getByRole("checkbox", { name: /^harbourline/ }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("table").getByText("External", { exact: true }).first()).toBeVisible();
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

export async function holdRequests(page: Page, endpoint: string): Promise<void> {
  await page.getByLabel("Fault", { exact: true }).selectOption("timeout");
  await page.getByLabel("Endpoint").selectOption(endpoint);
  await page.getByRole("button", { name: "Add fault" }).click();
  await expect(page.getByRole("button", { name: /^Remove: / }).first()).toBeVisible();
}

/** Starts a bulk action whose requests never get a response. */
async function holdBulkJob(page: Page): Promise<void> {
  await holdRequests(page, "subscriptions.update");
  await openPath(page, FEW_ROWS);
  await expect(page.getByRole("button", { name: /^Actions for/ }).first()).toBeVisible();
  await reviewBulk(page);
  await page.getByRole("button", { name: /^Run \d+ change/ }).click();
  await expect(page.getByRole("dialog").getByRole("progressbar")).toBeVisible();
}

async function offboard(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Run \d+ steps/ }).click();
}

async function holdOffboarding(page: Page): Promise<void> {
  await holdRequests(page, "subscriptions.update");
  await openPath(page, DEPARTING_MEMBER);
  await offboard(page);
  await expect(page.getByRole("main").getByText(/^1 of \d+$/)).toBeVisible();
  // Moves the pointer away, because the timestamp under it would show a tooltip.
  await page.mouse.move(0, 0);
}

async function tryRegex(page: Page): Promise<void> {
  await page.getByRole("switch", { name: /^Regex helper/ }).check({ force: true });
  await page.getByRole("link", { name: "Open regex helper" }).click();
  await page.getByRole("textbox", { name: /^What should/ }).fill("any e-mail address");
  await page.getByRole("button", { name: "Generate pattern" }).click();
  await expect(page.getByRole("button", { name: "Test pattern" })).toBeVisible();
  await page.getByRole("textbox", { name: "Sample lines" }).fill(`aa\n${"a".repeat(60)}b\nc`);
  await page.getByRole("textbox", { name: "Pattern", exact: true }).fill("^(a+)+$");
  await expect(page.getByText("Stopped after 1 second")).toBeVisible();
}

const SOME_MEMBERS = "/p/1/members?q=level%3Aadmin";
const PERSON = "ab5f974b-97d9-4404-a612-a23f3c832ec6";
const OUTSIDER = "6e53fc28-bdcb-4bdc-8af9-90016581adcc";

async function openRemovalPreview(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  const bar = page.getByRole("region", { name: "Selection", exact: true });
  const remove = bar.getByRole("button", { name: "Remove…" }).filter({ visible: true });
  const actions = bar.getByRole("button", { name: "Actions" }).filter({ visible: true });
  await remove.or(actions).click();
  if (await page.getByRole("menu").isVisible()) await page.getByRole("menuitem", { name: "Remove…" }).click();
  await expect(page.getByRole("button", { name: /^Run \d+ change/ })).toBeVisible();
}

async function openQuestion(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Remove…" }).click();
  await expect(page.getByRole("dialog", { name: /^Remove / })).toBeVisible();
}

async function enterInvalidContext(page: Page): Promise<void> {
  const form = page.getByRole("dialog");
  await form.getByRole("radio", { name: "Custom definition (JSON)" }).check({ force: true });
  await form.getByRole("textbox", { name: "Custom definition" }).fill('{\n  "path": GET\n}');
  await form.getByRole("button", { name: "Create export" }).click();
  await expect(form.getByRole("button", { name: "Go to line 2" })).toBeVisible();
}

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

async function saveBudget(page: Page): Promise<void> {
  await openFromBoard("Budgets…", "Budgets")(page);
  await page.getByRole("textbox", { name: "Maximum LCP" }).fill("2 s");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("LCP over budget").first()).toBeVisible();
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

/**
 * URL of a short list, for states that show something over the list. Axe takes ten seconds for a
 * full list, and other states check full lists.
 */
const FEW_ROWS = "/p/1/subscriptions?q=dashboard%3A201..205";
const FEW_BEHIND_FORM = "/p/1/subscriptions/new?q=dashboard%3A201";

/** Searches that shorten the list behind a form, by route. Other states check full lists. */
const FEW_ROWS_COVERED: Readonly<Record<string, string>> = {
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

async function refuseLevel(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Level of Ana/ }).click();
  await expect(page.getByRole("menuitem", { name: /You can't change your own level/ }).first()).toBeVisible();
}

async function openRemoveDialog(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await expect(page.getByRole("dialog", { name: "Remove Claire Dubois?" })).toBeVisible();
}

const people = (page: Page) => page.getByRole("combobox", { name: "People" });

async function suggestPeople(page: Page): Promise<void> {
  await people(page).fill("vik");
  await expect(page.getByRole("option", { name: /^Viktor/ })).toBeVisible();
}

async function enterStrangers(page: Page): Promise<void> {
  await people(page).fill("nobody@x.co, words");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("listitem").filter({ hasText: /^“nobody@x.co” isn.t / })).toBeVisible();
}

async function openRedundantPreview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Remove redundant levels…" }).click();
  await expect(page.getByRole("dialog", { name: /redundant levels?$/ })).toBeVisible();
}

export const AXE_CASES: readonly AxeCase[] = [
  ...Object.entries(routeUrls).map(([name, path]) => ({ name, path: path + (FEW_ROWS_COVERED[name] ?? "") })),
  { name: "current week of the calendar", path: "/p/1/calendar?view=week" },
  { name: "week of the calendar", path: `/p/1/calendar?view=week&day=${FUTURE_MONDAY}&hour=9` },
  { name: "list of the calendar", path: `/p/1/calendar?view=list&date=${FUTURE_MONDAY}` },
  { name: "day of the calendar", path: `/p/1/calendar?day=${FUTURE_MONDAY}` },
  { name: "calendar with a time change", path: "/p/1/calendar?view=week&date=2027-03-28" },
  { name: "empty calendar", path: "/p/3/calendar" },
  { name: "trash", path: "/p/1/subscriptions?view=trash" },
  { name: "empty board of web vitals", path: "/p/3/vitals" },
  { name: "web vitals with one failed path", path: `${BOARD}&path=*` },
  { name: "web vitals with only failed paths", path: "/p/1/vitals?path=*" },
  {
    name: "web vitals as cards with a comparison",
    path: `${BOARD}&view=cards&compare=/checkout&compare=/pricing`,
  },
  { name: "web vitals over budget", path: BOARD, act: saveBudget },
  { name: "budgets of web vitals", path: BOARD, act: openFromBoard("Budgets…", "Budgets") },
  { name: "board export", path: BOARD, act: openFromBoard("Download…", "Download board") },
  { name: "chart points of a path", path: "/p/1/vitals/path?path=/checkout", act: focusChartPoints },
  ...HELP_PAGES.map(({ name }) => ({ name: `help: ${name}`, path: `/help/${name}` })),
  { name: "help: table of contents", path: "/help" },
  { name: "help: unknown page", path: "/help/nowhere" },
  { name: "unknown URL", path: "/nowhere" },
  { name: "unknown URL in a project", path: "/p/1/nowhere" },
  { name: "unknown record", path: "/p/1/subscriptions/987654321" },
  { name: "empty list", path: "/p/3/subscriptions" },
  { name: "marked recipients", path: SOME_RECIPIENTS, act: chooseDomain },
  {
    name: "recipient drawer",
    path: `${SOME_RECIPIENTS}&recipient=email%3Aaudit%40northgate.example`,
    act: (page) => expect(page.getByRole("dialog")).toBeVisible(),
  },
  { name: "own domains", path: SOME_RECIPIENTS, act: openDomains },
  {
    name: "time change",
    path: "/p/1/health?view=time-changes&zone=Europe%2FBerlin",
    act: (page) => expect(page.getByRole("region", { name: /affected subscriptions$/ })).toBeVisible(),
  },
  {
    name: "time zone without time changes",
    path: "/p/1/health?view=time-changes&zone=UTC",
    act: (page) => expect(page.getByText("No time changes in")).toBeVisible(),
  },
  { name: "import preview", path: "/p/1/subscriptions/import", act: showImportPreview },
  {
    name: "import of a file that is not JSON",
    path: "/p/1/subscriptions/import",
    act: async (page) => {
      const buffer = Buffer.from('{"subscriptions": [{"id": 1,}]}');
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "edited.json", mimeType: "application/json", buffer });
      await expect(page.getByRole("alert")).toContainText("Remove the comma");
      await page.getByRole("button", { name: "Paste text instead" }).click();
      await expect(page.getByLabel("Edited text")).toBeVisible();
    },
  },
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
  {
    name: "search help",
    path: FEW_ROWS,
    act: async (page) => {
      await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
      await page.getByRole("main").getByRole("button", { name: "Search syntax" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "search without results",
    path: "/p/1/subscriptions?q=nothing+has+this+word",
    act: (page) => expect(page.getByText("No matches")).toBeVisible(),
  },
  { name: "saved views", path: FEW_ROWS, act: openViews, covered: "main table, main [class*=textButton]" },
  { name: "columns", path: FEW_ROWS, act: openColumns },
  { name: "selected subscriptions", path: FEW_ROWS, act: selectRow },
  { name: "bulk form", path: FEW_ROWS, act: openAddRecipient },
  { name: "bulk preview", path: FEW_ROWS, act: reviewBulk },
  { name: "bulk result", path: FEW_ROWS, act: startBulkJob },
  { name: "bulk action in progress", path: "/settings", act: holdBulkJob, widths: [1440] },
  { name: "download", path: FEW_ROWS, act: openDownload, covered: "main table" },
  {
    name: "large list before loading all",
    path: "/p/2/subscriptions?q=revenue&sort=title",
    act: (page) => expect(page.getByRole("button", { name: /^Load all/ })).toBeVisible(),
  },
  { name: "selected exports", path: "/p/1/exports?q=is%3Afailed", act: selectRow },
  { name: "empty export list", path: "/p/3/exports" },
  { name: "failed export", path: "/p/1/exports/7037" },
  { name: "unknown export", path: "/p/1/exports/987654321" },
  { name: "invalid export context", path: "/p/1/exports/new?q=is%3Afailed", act: enterInvalidContext },
  // On phones, the row menu changes the level.
  { name: "level menu of a member", path: CLAIRE, act: openLevels, widths: [1440] },
  { name: "disabled levels", path: "/p/1/members?q=is%3Ame", act: refuseLevel, widths: [1440] },
  { name: "confirmation of removing a member", path: CLAIRE, act: openRemoveDialog },
  {
    name: "preview of removing redundant levels",
    path: "/p/1/members?q=is%3Aredundant",
    act: openRedundantPreview,
  },
  { name: "member suggestions", path: "/p/1/members/new?q=email%3Aclaire", act: suggestPeople },
  { name: "people that can't be added", path: "/p/1/members/new?q=email%3Aclaire", act: enterStrangers },
  { name: "empty member list", path: "/p/3/members" },
  { name: "unknown member", path: "/p/1/members/99999999-0000-4000-8000-000000000009" },
  { name: "row menu", path: FEW_ROWS, act: openMenu },
  { name: "activity with a change", path: FEW_ROWS, act: openJournal },
  { name: "change in Activity", path: FEW_ROWS, act: openEntry },
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
  { name: "selected members", path: SOME_MEMBERS, act: selectRow },
  { name: "preview of removing members", path: SOME_MEMBERS, act: openRemovalPreview },
  { name: "confirmation on a member's page", path: `/p/1/members/${PERSON}`, act: openQuestion },
  { name: "person without explicit access", path: `/p/1/members/${OUTSIDER}` },
  { name: "offboarding in progress", path: "/settings", act: holdOffboarding, widths: [390] },
  {
    name: "finished offboarding",
    path: DEPARTING_MEMBER,
    widths: [1440],
    act: async (page) => {
      await offboard(page);
      await expect(page.getByRole("button", { name: "Undo all" })).toBeVisible();
    },
  },
  { name: "empty offboarding page", path: "/p/1/members/offboard" },
  { name: "sessions without a property", path: "/p/1/sessions" },
  { name: "a session property without values", path: "/p/1/sessions?property=$session_duration" },
  {
    name: "session property search without results",
    path: "/p/1/sessions?search=nothing+has+this&property=$channel_type&value=none",
  },
  { name: "regex helper with a pattern and a test", path: "/settings", act: tryRegex },
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
    widths: [390],
    act: async (page) => {
      await page.getByRole("button", { name: "Open navigation" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
];

const SCHEMES = ["light", "dark", "forced colors"] as const;

export interface Combination {
  readonly width: (typeof WIDTHS)[number];
  readonly scheme: (typeof SCHEMES)[number];
}

const COMBINATIONS: readonly Combination[] = WIDTHS.flatMap((width) =>
  SCHEMES.map((scheme) => ({ width, scheme })),
);

/**
 * States that need no action and exist at all widths. They are never combined with forced colors,
 * because wcag-layout.spec.ts checks every route with forced colors.
 */
export const STATIC_CASES = AXE_CASES.filter(({ act, widths }) => act === undefined && widths === undefined);

/** Pairs each state with one combination that it can have. Neighbors get different ones, so that all occur. */
export function pairAxeCases(): readonly (readonly [AxeCase, Combination])[] {
  return AXE_CASES.flatMap((axeCase, index) => {
    const fitting = COMBINATIONS.filter(
      ({ width, scheme }) =>
        (axeCase.widths ?? WIDTHS).includes(width) &&
        !(scheme === "forced colors" && STATIC_CASES.includes(axeCase)),
    );
    const combination = fitting[index % fitting.length];
    return combination === undefined ? [] : [[axeCase, combination] as const];
  });
}
