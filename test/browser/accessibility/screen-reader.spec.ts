import type { Page } from "@playwright/test";
import { getVital } from "../../../src/emulator/web-vitals/vitals-seed";
import { expect, test } from "../support/fixtures";
import { routeUrls } from "../support/route-urls";

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

/** Returns 08:00 UTC on the next Monday as local time in Berlin, which depends on daylight saving time. */
function mondayHour(): string {
  const at = new Date(NOW);
  at.setUTCHours(8, 0, 0, 0);
  while (at.getUTCDay() !== 1) at.setUTCDate(at.getUTCDate() + 1);
  const form = { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Berlin" } as const;
  return new Intl.DateTimeFormat("en-GB", form).format(at);
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
    page: "a subscription",
    path: `${LIST}/1040`,
    title: "Weekly growth review · Environs",
    part: ["main"],
    tree: () => `
      - main:
        - heading "Weekly growth review" [level=1]
        - paragraph: /^Every Monday at ${mondayHour()} by email to 3 recipients\\. Next delivery. .+ Active$/
        - region "3 recipients":
          - heading "3 recipients" [level=2]
          - list:
            - listitem: /Ana Ferreira/
        - region "Next deliveries":
          - table "Next deliveries"
        - region "Details":
          - term: Source
          - definition: Growth overview (dashboard 201)
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
    page: "recipients",
    path: "/p/1/recipients?q=domain%3Alumen.example",
    title: "Recipients · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Recipients" [level=1]
        - button "Your domains…"
        - combobox "Search recipients"
        - table "Recipients":
          - rowgroup
          - rowgroup:
            - row:
              - cell "Select bi@lumen.example":
                - checkbox "Select bi@lumen.example"
              - cell "bi@lumen.example":
                - link "bi@lumen.example"
              - cell "Email"
    `,
  },
  {
    page: "sources",
    path: "/p/1/sources?q=board%20pack",
    title: "Sources · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Sources" [level=1]
        - combobox "Search sources"
        - table "Sources":
          - rowgroup
          - rowgroup:
            - row:
              - cell "Select Board pack":
                - checkbox "Select Board pack"
              - cell "Board pack":
                - link "Board pack"
              - cell "Dashboard"
    `,
  },
  {
    page: "the empty calendar",
    path: "/p/3/calendar",
    title: "Calendar · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Calendar" [level=1]
        - heading "No subscriptions yet" [level=2]
        - text: /Planned deliveries of your subscriptions/
        - link "Create subscription"
    `,
  },
  {
    page: "health",
    path: "/p/1/health",
    title: "Health · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Health" [level=1]
        - navigation "Views":
          - link "Findings"
          - link "Time changes"
        - region /^Overdue · \\d+ subscriptions$/:
          - heading /^Overdue/ [level=2]
          - list:
            - listitem:
              - link "Onboarding steps"
              - text: /Samir Khoury, Aaliyah Brooks, and Sofia Petrova/
              - link "Edit Onboarding steps"
    `,
  },
  {
    page: "an export",
    path: "/p/1/exports/7038",
    title: "export-checkout-funnel.pdf · Environs",
    part: ["main"],
    tree: `
      - main:
        - navigation "Breadcrumbs"
        - heading "export-checkout-funnel.pdf" [level=1]
        - button "Download"
        - button "Run again"
        - link "Export in another format…"
        - paragraph: /^PDF document, Checkout funnel \\(dashboard 203\\)\\. Created .+ Ready$/
        - region "Preview":
          - heading "PDF document" [level=2]
          - link "Open in a new tab"
        - region "Details"
    `,
  },
  {
    page: "the export form",
    path: "/p/1/exports/new?q=is%3Afailed",
    title: "Exports · Environs",
    part: ["dialog", "New export"],
    tree: `
      - dialog "New export":
        - heading "New export" [level=2]
        - radiogroup "Export":
          - radio "Dashboards" [checked]
        - combobox "Dashboard names"
        - combobox "Format"
        - radiogroup "Expiration"
        - button "Create export"
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
    page: "the member form",
    path: "/p/1/members/new?q=email%3Aclaire",
    title: "Members · Environs",
    part: ["dialog", "Add members"],
    tree: `
      - dialog "Add members":
        - heading "Add members" [level=2]
        - combobox "People"
        - radiogroup "Level":
          - radio "Member" [checked]
          - radio "Administrator"
        - button "Add"
    `,
  },
  {
    page: "a member",
    path: "/p/1/members/407c0979-9485-4213-96c9-d96062c60104",
    title: "Priya Raghavan · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Priya Raghavan" [level=1]
        - region "Access":
          - paragraph: Explicit
          - 'button "Level of Priya Raghavan: Member"'
          - paragraph: Administrator from the organization. The explicit level (Member) is redundant.
        - region "Change level":
          - list "Level changes for Priya Raghavan"
        - region "Subscriptions":
          - list "Receives":
            - listitem:
              - link "Weekly growth review"
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
    page: "web vitals",
    path: "/p/1/vitals?path=/checkout",
    title: "Web vitals · Environs",
    part: ["table", "Web vitals"],
    tree: () => `
      - table "Web vitals":
        - rowgroup
        - rowgroup:
          - row:
            - cell "/checkout":
              - link "/checkout"
            - cell /^Needs improvement/
            - cell /^${inpForWeek(0)} p90 Needs improvement Good up to 200 ms, poor above 500 ms/
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
  {
    page: "an empty activity list",
    path: "/p/1/activity",
    title: "Activity · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Activity" [level=1]
        - heading "No changes yet" [level=2]
        - link "Go to subscriptions"
    `,
  },
  {
    page: "sessions",
    path: "/p/1/sessions?property=$entry_pathname&value=docs",
    title: "Entry path · Sessions · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Sessions" [level=1]
        - region "All properties":
          - textbox "Search properties"
          - list "Properties":
            - listitem:
              - link /^Bounce/
        - article "Entry path":
          - heading "Entry path" [level=2]
          - button "Copy link"
          - region "Values":
            - heading "Values" [level=3]
            - list "Values of Entry path":
              - listitem:
                - button "Copy /docs"
    `,
  },
  {
    page: "the settings",
    path: "/settings",
    title: "Settings · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Settings" [level=1]
        - region "Appearance":
          - radiogroup "Color scheme":
            - radio "System" [checked]
        - region "Keyboard":
          - switch "Single-key shortcuts" [checked]
        - region "Experiments":
          - switch "Regex helper (unstable)"
    `,
  },
  {
    page: "the server",
    path: "/settings/server",
    title: "Server · Environs",
    part: ["main"],
    tree: `
      - main:
        - navigation "Breadcrumbs"
        - heading "Server" [level=1]
        - region "Endpoints":
          - button "Check read endpoints"
          - button "Check write access"
          - table "Endpoints":
            - rowgroup:
              - row "Endpoint Scope State Last called Page"
    `,
  },
  {
    page: "a help page",
    path: "/help/keyboard",
    title: "Keyboard · Help · Environs",
    part: ["main"],
    tree: `
      - main:
        - navigation "Breadcrumbs"
        - heading "Keyboard" [level=1]
        - navigation "Help pages"
        - article
        - navigation "On this page"
    `,
  },
  {
    page: "the connection",
    path: "/connect",
    title: "Connect · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Connect" [level=1]
        - region "Connect to a server":
          - textbox "Server address"
          - textbox "Personal API key"
          - button "Show key"
          - radiogroup "Path prefix"
          - checkbox "Store key on this device"
          - button "Connect"
    `,
  },
  {
    page: "the edit form of a subscription",
    path: `${LIST}/1040/edit`,
    title: "Edit “Weekly growth review” · Environs",
    part: ["dialog", "Edit “Weekly growth review”"],
    tree: () => `
      - dialog "Edit “Weekly growth review”":
        - heading "Edit “Weekly growth review”" [level=2]
        - button "Close"
        - combobox "Dashboard name": Growth overview
        - group "Insights":
          - checkbox "Tickets opened per day" [checked]
        - combobox "Channel"
        - list /^Recipients/:
          - listitem:
            - button "Remove priya.raghavan@harbourline.example"
        - group "Schedule":
          - textbox "Every": "1"
          - combobox "Unit"
          - group "Weekdays":
            - checkbox "Monday" [checked]
            - checkbox "Tuesday"
        - textbox "Title": Weekly growth review
        - complementary:
          - region "Schedule summary":
            - paragraph: /^Every Monday at ${mondayHour()}/
    `,
  },
  {
    page: "the import page",
    path: `${LIST}/import`,
    title: "Import changes from file · Environs",
    part: ["main"],
    tree: `
      - main:
        - navigation "Breadcrumbs"
        - heading "Import changes from file" [level=1]
        - region "Drop the edited file here":
          - button "Choose file…"
          - button "Paste text instead"
    `,
  },
  {
    page: "the export list",
    path: "/p/1/exports?q=is%3Afailed",
    title: "Exports · Environs",
    part: ["table", "Exports"],
    tree: `
      - table "Exports":
        - rowgroup:
          - row:
            - columnheader /^Select all/:
              - checkbox /^Select all/
            - columnheader "File name"
            - columnheader "Format"
            - columnheader "Source"
            - columnheader "State"
            - columnheader "Created"
            - columnheader "Expires"
            - columnheader "Actions"
        - rowgroup:
          - row:
            - cell "Select query-result-4.xlsx"
            - cell "query-result-4.xlsx":
              - link "query-result-4.xlsx"
            - cell "Excel workbook"
            - cell "Query (HogQLQuery)"
            - cell "Failed"
            - cell
            - cell
            - cell:
              - button "Actions for query-result-4.xlsx"
    `,
  },
  {
    page: "the regex helper when it is off",
    path: "/p/1/regex",
    title: "Regex helper · Environs",
    part: ["main"],
    tree: `
      - main:
        - heading "Regex helper" [level=1]
        - heading "The regex helper is off" [level=2]
        - link "Open settings"
    `,
  },
];

/** Returns the matching route template with the most literal segments. */
function templateOf(path: string): string | undefined {
  const url = (path.split("?")[0] ?? "").split("/");
  const named = (template: string) => template.split("/").filter((part) => !part.startsWith(":")).length;
  return Object.keys(routeUrls)
    .filter((template) => {
      const parts = template.split("/");
      return (
        parts.length === url.length &&
        parts.every((part, index) => part.startsWith(":") || part === url[index])
      );
    })
    .toSorted((one, other) => named(other) - named(one))[0];
}

test("every route has an expected accessibility tree", () => {
  const expectedSpeech = new Set(EXPECTED_SPEECH.map(({ path }) => templateOf(path)));
  expect(Object.keys(routeUrls).filter((template) => !expectedSpeech.has(template))).toEqual([]);
});

test("the accessibility trees of all pages match", async ({ page }) => {
  test.setTimeout(240_000);
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
