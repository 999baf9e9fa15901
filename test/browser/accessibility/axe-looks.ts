import type { Page } from "@playwright/test";
import type { Sample } from "../../sample.mjs";
import { expect } from "../support/fixtures";
import { CURRENT_MONDAY, routeUrls } from "../support/route-urls";

export const WIDTHS = [1440, 390] as const;

/** A look of the app: an address, and what a person does there. */
export interface AxeCase {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
  /** Left out where the look does not exist, such as the drawer on a wide screen. */
  readonly widths?: readonly number[];
  /** What lies half under a panel, and so has less room than it has in truth. */
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

/** Writes what the field completes, once the code that completes is here. */
async function openCompletions(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
  await searchField(page).fill("dashboard:201 is:");
  await expect(page.getByRole("listbox", { name: "Completions" })).toBeVisible();
}

/** Searches for what nobody can look for. */
async function enterInvalidQuery(page: Page): Promise<void> {
  await searchField(page).fill("dashboard:201 nextt:today id:many");
  await page.keyboard.press("Tab");
  await expect(searchField(page)).toHaveAttribute("aria-invalid", "true");
}

async function openDomains(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Own domains…" }).click();
  await expect(page.getByRole("dialog", { name: "Own domains" })).toBeVisible();
}

async function chooseDomain(page: Page): Promise<void> {
  await openDomains(page);
  await page.getByRole("checkbox", { name: /^harbourline/ }).check();
  await page.getByRole("button", { name: "Keep" }).click();
  await expect(page.getByRole("table").getByText("Outside", { exact: true }).first()).toBeVisible();
}

async function openColumns(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(page.getByRole("dialog", { name: "Columns and rows" })).toBeVisible();
}

/** Saves a view, and names a second one. */
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

/** Asks for a recipient to take out of what is selected. */
async function openAddRecipient(page: Page): Promise<void> {
  await selectRow(page);
  const bar = page.getByRole("region", { name: "Selection", exact: true });
  await bar
    .getByRole("button", { name: /^(?:Recipients|Actions)$/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitem", { name: "Replace a recipient…" }).click();
  await expect(page.getByRole("dialog", { name: /^Replace a recipient/ })).toBeVisible();
}

/** Reviews a change of many records, some of which are left alone. */
async function reviewBulk(page: Page): Promise<void> {
  await openAddRecipient(page);
  const form = page.getByRole("dialog");
  await form.getByRole("list").getByRole("button").first().click();
  await form.getByLabel(/^Replace with/).fill("somebody@example.com");
  await form.getByRole("button", { name: "Review changes" }).click();
  await expect(page.getByRole("button", { name: /^Run \d+ change/ })).toBeVisible();
}

/** Runs it to its end. */
async function startBulkJob(page: Page): Promise<void> {
  await reviewBulk(page);
  await page.getByRole("button", { name: /^Run \d+ change/ }).click();
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
}

/** Goes on to a page without loading the app anew. */
async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Lets the demo leave an endpoint unanswered. */
export async function holdRequests(page: Page, endpoint: string): Promise<void> {
  await page.getByLabel("Fault", { exact: true }).selectOption("timeout");
  await page.getByLabel("Endpoint").selectOption(endpoint);
  await page.getByRole("button", { name: "Add fault" }).click();
  await expect(page.getByRole("button", { name: /^Remove: / }).first()).toBeVisible();
}

/** Has a run of many records wait for its first answers. */
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
}

/** Switches the regex helper on, asks for a pattern, and tries one that comes to no end. */
async function tryRegex(page: Page): Promise<void> {
  await page.getByRole("switch", { name: /^Regex helper/ }).check({ force: true });
  await page.getByRole("link", { name: "Open regex helper" }).click();
  await page.getByRole("textbox", { name: /^What should/ }).fill("any e-mail address");
  await page.getByRole("button", { name: "Ask for a pattern" }).click();
  await expect(page.getByRole("button", { name: "Try it below" })).toBeVisible();
  await page.getByRole("textbox", { name: "Sample lines" }).fill(`aa\n${"a".repeat(60)}b\nc`);
  await page.getByRole("textbox", { name: "Pattern", exact: true }).fill("^(a+)+$");
  await expect(page.getByText("Stopped after 1 second")).toBeVisible();
}

const SOME_MEMBERS = "/p/1/members?q=level%3Aadmin";
const PERSON = "ab5f974b-97d9-4404-a612-a23f3c832ec6";
const OUTSIDER = "6e53fc28-bdcb-4bdc-8af9-90016581adcc";

/** Reviews a removal of members, of whom some cannot be taken out. */
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

/** Types a context that is no JSON, and tries to send it. */
async function enterInvalidContext(page: Page): Promise<void> {
  const form = page.getByRole("dialog");
  await form.getByRole("radio", { name: "Context (JSON)" }).check({ force: true });
  await form.getByRole("textbox", { name: "Context" }).fill('{\n  "path": GET\n}');
  await form.getByRole("button", { name: "Create export" }).click();
  await expect(form.getByRole("button", { name: "Go to line 2" })).toBeVisible();
}

async function openDownload(page: Page): Promise<void> {
  await selectRow(page);
  await page.getByRole("main").getByRole("button", { name: "Download", exact: true }).first().click();
  await expect(page.getByRole("dialog", { name: "Download subscriptions" })).toBeVisible();
}

/** Lets the demo refuse what is written, and writes. */
async function rejectKey(page: Page): Promise<void> {
  await page.getByLabel("Fault", { exact: true }).selectOption("401");
  await page.getByLabel("Endpoint").selectOption("subscriptions.update");
  await page.getByRole("button", { name: "Add fault" }).click();
  await openPath(page, FEW_ROWS);
  await expect(page.getByRole("button", { name: /^Actions for/ }).first()).toBeVisible();
  // A menu closes when the page under it is scrolled, as a click would do here.
  await page.evaluate(() => window.scrollTo(0, 0));
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Remove demo fault" })).toBeFocused();
}

/** Deletes a delivery, and opens the journal of it. */
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

/** Opens one of the dialogs of the board. */
function openFromBoard(button: string, dialog: string): NonNullable<AxeCase["act"]> {
  return async (page) => {
    await expect(page.getByText("p90").first()).toBeVisible();
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
  };
}

async function saveBudget(page: Page): Promise<void> {
  await openFromBoard("Budgets…", "Budgets")(page);
  await page.getByRole("textbox", { name: "LCP, at most" }).fill("2 s");
  await page.getByRole("button", { name: "Keep" }).click();
  await expect(page.getByText("Over budget").first()).toBeVisible();
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

/** What lies over the list is looked at over a few rows: axe takes ten seconds for all, which have a look of their own. */
const FEW_ROWS = "/p/1/subscriptions?q=dashboard%3A201..205";
const FEW_BEHIND_FORM = "/p/1/subscriptions/new?q=dashboard%3A201";

/** The same for the pages of forms, whose lists are looked at by themselves. */
const FEW_ROWS_COVERED: Readonly<Record<string, string>> = {
  "/p/:projectId/subscriptions/new": "?q=dashboard%3A201",
  "/p/:projectId/subscriptions/:id/edit": "?q=dashboard%3A201",
  "/p/:projectId/exports/new": "?q=is%3Afailed",
  "/p/:projectId/members/new": "?q=email%3Aclaire",
};

const DEPARTING_MEMBER = "/p/1/members/offboard?who=daniel.okafor@harbourline.example";
const SOME_RECIPIENTS = "/p/1/recipients?q=-domain%3Aharbourline.example";
async function uploadFile(page: Page, content: object): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(content, null, 2));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "edited.json", mimeType: "application/json", buffer });
}

/** Gives a file with mistakes, a new delivery, a changed one and a deletion. */
async function openEditedFile(page: Page): Promise<void> {
  const environs = { kind: "subscriptions", version: 1, project: "1", scope: "selection" };
  const exported = "2026-11-21T10:00:00Z";
  // From elsewhere at first: what the page says to that names the server it is on.
  await uploadFile(page, { environs: { ...environs, exported, server: "elsewhere" }, subscriptions: [] });
  const words = (await page.getByRole("alert").textContent()) ?? "";
  const server = /You are on (.*?), project/.exec(words)?.[1];
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
    .getByRole("region", { name: "1 mistake, 1 warning" })
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
  await expect(page.getByRole("menuitem", { name: /Nobody can set their own level/ })).toBeVisible();
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
  await expect(page.getByRole("listitem").filter({ hasText: /^“nobody@x.co” belongs/ })).toBeVisible();
}

async function openRedundantPreview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Remove what changes nothing…" }).click();
  await expect(page.getByRole("dialog", { name: /that change nothing$/ })).toBeVisible();
}

export const AXE_CASES: readonly AxeCase[] = [
  ...Object.entries(routeUrls).map(([name, path]) => ({ name, path: path + (FEW_ROWS_COVERED[name] ?? "") })),
  { name: "week of the calendar", path: `/p/1/calendar?view=week&day=${CURRENT_MONDAY}&hour=9` },
  { name: "list of the calendar", path: `/p/1/calendar?view=list&date=${CURRENT_MONDAY}` },
  { name: "day of the calendar", path: `/p/1/calendar?day=${CURRENT_MONDAY}` },
  { name: "calendar at a change of the clocks", path: "/p/1/calendar?view=week&date=2027-03-28" },
  { name: "empty calendar", path: "/p/3/calendar" },
  { name: "bin", path: "/p/1/subscriptions?view=trash" },
  { name: "empty board of web vitals", path: "/p/3/vitals" },
  { name: "web vitals of which one failed", path: `${BOARD}&path=*` },
  { name: "web vitals of which none could be loaded", path: "/p/1/vitals?path=*" },
  {
    name: "web vitals as cards, and side by side",
    path: `${BOARD}&view=cards&compare=/checkout&compare=/pricing`,
  },
  { name: "web vitals over budget", path: BOARD, act: saveBudget },
  { name: "budgets of web vitals", path: BOARD, act: openFromBoard("Budgets…", "Budgets") },
  { name: "export of the board", path: BOARD, act: openFromBoard("Export…", "Export the board") },
  { name: "points of a path", path: "/p/1/vitals/path?path=/checkout", act: focusChartPoints },
  { name: "unknown address", path: "/nowhere" },
  { name: "unknown address in a project", path: "/p/1/nowhere" },
  { name: "unknown record", path: "/p/1/subscriptions/987654321" },
  { name: "empty list", path: "/p/3/subscriptions" },
  { name: "recipients that are marked", path: SOME_RECIPIENTS, act: chooseDomain },
  {
    name: "recipient in its drawer",
    path: `${SOME_RECIPIENTS}&recipient=email%3Aaudit%40northgate-partners.example`,
    act: (page) => expect(page.getByRole("dialog")).toBeVisible(),
  },
  { name: "own domains", path: SOME_RECIPIENTS, act: openDomains },
  {
    name: "change of the clocks",
    path: "/p/1/health?view=clock&zone=Europe%2FBerlin",
    act: (page) => expect(page.getByRole("region", { name: /deliveries move$/ })).toBeVisible(),
  },
  {
    name: "nothing that needs anybody",
    path: "/p/1/health?view=clock&zone=UTC",
    act: (page) => expect(page.getByText("do not change")).toBeVisible(),
  },
  { name: "plan of an edited file", path: "/p/1/subscriptions/apply", act: showImportPreview },
  {
    name: "file that is not JSON",
    path: "/p/1/subscriptions/apply",
    act: async (page) => {
      const buffer = Buffer.from('{"subscriptions": [{"id": 1,}]}');
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "edited.json", mimeType: "application/json", buffer });
      await expect(page.getByRole("alert")).toContainText("Remove the comma");
      await page.getByRole("button", { name: "Paste the text instead" }).click();
      await expect(page.getByLabel("Edited text")).toBeVisible();
    },
  },
  { name: "palette", path: FEW_ROWS, act: (page) => press(page, "Control+k") },
  { name: "shortcuts", path: FEW_ROWS, act: (page) => press(page, "?") },
  {
    name: "form with mistakes",
    path: FEW_BEHIND_FORM,
    act: async (page) => {
      const form = page.getByRole("dialog");
      await form.locator("button[type=submit]").click();
      await expect(form.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  },
  { name: "completions of a search", path: FEW_ROWS, act: openCompletions },
  { name: "mistakes in a search", path: FEW_ROWS, act: enterInvalidQuery },
  {
    name: "help of the search",
    path: FEW_ROWS,
    act: async (page) => {
      await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
      await page.getByRole("main").getByRole("button", { name: "Search syntax" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "search that finds nothing",
    path: "/p/1/subscriptions?q=nothing+has+this+word",
    act: (page) => expect(page.getByText("No matches")).toBeVisible(),
  },
  { name: "saved views", path: FEW_ROWS, act: openViews, covered: "main table" },
  { name: "columns", path: FEW_ROWS, act: openColumns },
  { name: "selection", path: FEW_ROWS, act: selectRow },
  { name: "bulk question", path: FEW_ROWS, act: openAddRecipient },
  { name: "bulk review", path: FEW_ROWS, act: reviewBulk },
  { name: "bulk outcome", path: FEW_ROWS, act: startBulkJob },
  { name: "bulk run under way", path: "/settings", act: holdBulkJob, widths: [1440] },
  { name: "download", path: FEW_ROWS, act: openDownload, covered: "main table" },
  {
    name: "collection that asks before it loads",
    path: "/p/2/subscriptions?q=revenue&sort=title",
    act: (page) => expect(page.getByRole("button", { name: /^Load all/ })).toBeVisible(),
  },
  { name: "exports that are selected", path: "/p/1/exports?q=is%3Afailed", act: selectRow },
  { name: "empty list of exports", path: "/p/3/exports" },
  { name: "export that failed", path: "/p/1/exports/7037" },
  { name: "export of an unknown number", path: "/p/1/exports/987654321" },
  { name: "context with a mistake", path: "/p/1/exports/new?q=is%3Afailed", act: enterInvalidContext },
  { name: "levels of a member", path: CLAIRE, act: openLevels },
  { name: "levels that cannot be given", path: "/p/1/members?q=is%3Ame", act: refuseLevel },
  { name: "question before a member is removed", path: CLAIRE, act: openRemoveDialog },
  { name: "clean-up of explicit levels", path: "/p/1/members?q=is%3Aredundant", act: openRedundantPreview },
  { name: "suggestions of whom to add", path: "/p/1/members/new?q=email%3Aclaire", act: suggestPeople },
  { name: "people who cannot be added", path: "/p/1/members/new?q=email%3Aclaire", act: enterStrangers },
  { name: "empty list of members", path: "/p/3/members" },
  { name: "person who is no member", path: "/p/1/members/99999999-0000-4000-8000-000000000009" },
  { name: "menu of a row", path: FEW_ROWS, act: openMenu },
  { name: "journal with a write", path: FEW_ROWS, act: openJournal },
  { name: "write of the journal", path: FEW_ROWS, act: openEntry },
  { name: "plan of an undo", path: FEW_ROWS, act: openUndoDialog },
  {
    name: "question before leaving a form",
    path: FEW_BEHIND_FORM,
    act: async (page) => {
      const form = page.getByRole("dialog");
      await form.getByLabel("Title").fill("Weekly figures");
      await form.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByRole("dialog", { name: "Discard changes?" })).toBeVisible();
    },
  },
  { name: "members that are selected", path: SOME_MEMBERS, act: selectRow },
  { name: "plan of a removal", path: SOME_MEMBERS, act: openRemovalPreview },
  { name: "question before a removal", path: `/p/1/members/${PERSON}`, act: openQuestion },
  { name: "person without access of their own", path: `/p/1/members/${OUTSIDER}` },
  { name: "offboarding under way", path: "/settings", act: holdOffboarding, widths: [390] },
  {
    name: "offboarding that is done",
    path: DEPARTING_MEMBER,
    widths: [1440],
    act: async (page) => {
      await offboard(page);
      await expect(page.getByRole("button", { name: "Undo all" })).toBeVisible();
    },
  },
  { name: "nobody to offboard yet", path: "/p/1/members/offboard" },
  { name: "sessions without a property", path: "/p/1/sessions" },
  { name: "a session property without values", path: "/p/1/sessions?property=$session_duration" },
  {
    name: "session properties that nothing finds",
    path: "/p/1/sessions?search=nothing+has+this&property=$channel_type&value=none",
  },
  { name: "the regex helper with an answer and a trial", path: "/settings", act: tryRegex },
  {
    name: "connect with mistakes",
    path: "/connect",
    act: async (page) => {
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  },
  { name: "demo that refuses its own key", path: "/settings", act: rejectKey },
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

/** How a look is examined. */
export interface Combination {
  readonly width: (typeof WIDTHS)[number];
  readonly scheme: (typeof SCHEMES)[number];
}

const COMBINATIONS: readonly Combination[] = WIDTHS.flatMap((width) =>
  SCHEMES.map((scheme) => ({ width, scheme })),
);

/** Looks that are an address alone. access.spec.ts examines these pages with forced colors. */
export const STATIC_CASES = AXE_CASES.filter(({ act, widths }) => act === undefined && widths === undefined);

/** Takes a tenth of the looks, each in one combination, so that every combination is taken. */
export function drawLooks(sample: Sample): readonly (readonly [AxeCase, Combination])[] {
  return sample.takePairs(
    sample.takePart(AXE_CASES, 10),
    COMBINATIONS,
    (look, { width, scheme }) =>
      (look.widths ?? WIDTHS).includes(width) && !(scheme === "forced colors" && STATIC_CASES.includes(look)),
  );
}
