import type { Locator, Page } from "@playwright/test";
import { maliciousStrings } from "../../malicious-strings";
import { resetMocks, startWithStorage } from "../support/backends";
import { test as base, expect, openPage, waitForFrame } from "../support/fixtures";
import { serveMaliciousTexts } from "./malicious-records";
import { type MaliciousServer, startMaliciousServer } from "./malicious-server";

const NOW = "2026-11-02T12:00:00Z";

const test = base.extend<{ readonly maliciousServer: MaliciousServer; readonly template: object }>({
  connected: false,
  maliciousServer: async ({ mocks, context, session, expectComplaint }, use) => {
    const maliciousServer = await startMaliciousServer(mocks);
    expectComplaint(new RegExp(`^foreign host: ${maliciousServer.url}/`));
    // This server sends export files as text, so images fail to load. Lists also prefetch records that don't exist.
    expectComplaint(/Failed to load resource/);
    const hostOf = (url = "") => new URL(url).host;
    await startWithStorage(
      context,
      session.map(([key, value]) => [key, value.replaceAll(hostOf(mocks?.url), hostOf(maliciousServer.url))]),
    );
    await use(maliciousServer);
    expect(maliciousServer.seenElsewhere).toEqual([]);
    await Promise.all(context.pages().map((page) => page.close()));
    await maliciousServer.close();
  },
  /** One of the backend's subscriptions, with dates relative to `NOW`. */
  template: async ({ mocks, page }, use) => {
    await resetMocks(mocks, NOW);
    await page.clock.setFixedTime(NOW);
    const url = `${mocks?.url}/api/environments/1/subscriptions/?limit=1`;
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${mocks?.key}` } });
    await use((await answer.json()).results[0]);
  },
});

const PATHS = [
  "/<script>planted=1</script>",
  `/${"W".repeat(600)}`,
  "/\u202Egpj",
  "/\u05E9\u05DC\u05D5\u05DD",
  "/=1+1",
];
const pathsQuery = PATHS.map((path) => `path=${encodeURIComponent(path)}`).join("&");

const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).locator("tbody tr").nth(2);
const fields = (page: Page) => main(page).locator("dd").first();
const headings = (page: Page) => main(page).getByRole("heading", { level: 2 }).first();

/** The pages, and what each shows when its records have loaded. */
const PAGES: readonly (readonly [string, (page: Page) => Locator])[] = [
  ["/p/1/subscriptions", rows],
  ["/p/1/subscriptions/3", fields],
  ["/p/1/subscriptions/3/edit", (page) => page.getByRole("dialog").getByLabel("Title")],
  ["/p/1/recipients", rows],
  ["/p/1/sources", rows],
  // A day with deliveries, because the subscriptions start on the day of `NOW` and deliver each Monday.
  ["/p/1/calendar?view=list&date=2026-11-09", (page) => main(page).locator("li a").first()],
  ["/p/1/health", headings],
  ["/p/1/exports", rows],
  ["/p/1/exports/7038", fields],
  ["/p/1/members", rows],
  ["/p/1/members/new", (page) => page.getByRole("dialog").getByRole("combobox")],
  ["/p/1/members/407c0979-9485-4213-96c9-d96062c60104", fields],
  ["/p/1/members/offboard?person=daniel.okafor@harbourline.example", headings],
  [`/p/1/vitals?${pathsQuery}`, (page) => main(page).getByText("planted=1").first()],
  [`/p/1/vitals/path?path=${encodeURIComponent(PATHS[0] ?? "")}`, headings],
  ["/p/1/sessions", (page) => main(page).locator("li").nth(3)],
];

/** Returns layout faults and effects of injected markup on the page, with their elements. Runs in the page. */
function findFaults(): readonly string[] {
  const faults: string[] = [];
  const report = (what: string, element: Element) =>
    faults.push(`${what}: ${element.localName} ${JSON.stringify((element.textContent ?? "").slice(0, 40))}`);
  const directionControls = /[\u202A-\u202E\u2066-\u2069]/;
  const { clientWidth: width, scrollWidth } = document.documentElement;
  if (scrollWidth > width) faults.push(`the page is ${scrollWidth} wide`);
  if ("planted" in window) faults.push("a planted script ran");
  const { title } = document;
  if (directionControls.test(title) || /\p{Cc}/u.test(title) || title.length > 200)
    faults.push(`title ${title}`);
  const foreign =
    "#root :is(script, style, iframe, object, embed, base, meta, link, math, marquee, template, [onload], [onerror], [srcdoc])";
  for (const element of document.querySelectorAll(foreign)) report("markup was parsed", element);
  for (const anchor of document.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    // Blob URLs of export files are allowed, because the app sets their media types (export-preview.spec.ts).
    const isSafe = /^(?:https?:|mailto:)$/.test(anchor.protocol);
    if (!isSafe && !anchor.href.startsWith(`blob:${location.origin}/`)) report("links to code", anchor);
  }

  // Text that changes the writing direction must be in its own element.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || !directionControls.test(node.nodeValue ?? "")) continue;
    if (parent.closest("pre, textarea, option, [aria-live]") !== null) continue;
    const { display, unicodeBidi } = getComputedStyle(parent);
    const isOwn = [...parent.childNodes].every((one) => one === node || one.nodeType !== Node.TEXT_NODE);
    if ((display === "inline" && unicodeBidi === "normal") || !isOwn)
      report("changes the direction of adjacent text", parent);
  }
  return faults;
}

/** Texts that appear unchanged on a page. They are short, printable ASCII texts with single spaces. */
const VISIBLE_TEXTS = maliciousStrings.filter(
  (text) => /^[!-~]+(?: [!-~]+)*$/.test(text) && text.length > 7 && text.length < 100,
);

/** Returns which texts the page shows, also in fields. */
function findShownTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate((texts) => {
    const values = [...document.querySelectorAll("input, textarea")].map((field) =>
      "value" in field ? String(field.value) : "",
    );
    const shown = [document.body.textContent, ...values].join("\n");
    return texts.filter((text) => shown.includes(text));
  }, VISIBLE_TEXTS);
}

/** Checks the top and the end of the page at two widths. */
async function expectNoFaults(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const position of [0, 1]) {
      await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), position);
      await waitForFrame(page);
      expect(await page.evaluate(findFaults), `${width} px, at ${position}`).toEqual([]);
      if (width === 390) continue;
      const heights = await main(page)
        .locator("tbody tr:has(td:nth-child(2))")
        .evaluateAll((all) => [...new Set(all.map((row) => Math.round(row.getBoundingClientRect().height)))]);
      expect(heights.length, "heights of rows").toBeLessThanOrEqual(1);
    }
  }
}

for (const [group, isInGroup] of [
  ["of subscriptions", (path: string) => path.includes("/subscriptions")],
  ["of members and exports", (path: string) => /\/(?:members|exports)/.test(path)],
  ["in all other pages", (path: string) => !/\/(?:subscriptions|members|exports)/.test(path)],
] as const)
  test(`malicious texts ${group} are shown as text, keep the layout and run nothing @live`, async ({
    page,
    maliciousServer,
    template,
  }) => {
    let wasKept = false;
    for (const [path, shows] of PAGES.filter(([one]) => isInGroup(one)))
      await test.step(path, async () => {
        // The page of an offboarding finds its records by their email, and a calendar shows only what can be delivered.
        const kept = path.includes("?person=")
          ? ["email"]
          : path.includes("/calendar")
            ? ["target_value"]
            : [];
        serveMaliciousTexts(maliciousServer, template, kept);
        // A reload, because the page before may have loaded the same records with other texts.
        if (kept.length > 0 || wasKept) await page.goto(path);
        else await openPage(page, path);
        wasKept = kept.length > 0;
        await expect(shows(page)).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        // Some texts appear only after the rows.
        await expect.poll(() => findShownTexts(page)).not.toEqual([]);
        await expectNoFaults(page);
      });
  });

test("malicious texts in the palette and in errors do the same @live", async ({
  page,
  maliciousServer,
  template,
}) => {
  serveMaliciousTexts(maliciousServer, template);
  await page.goto("/p/1/subscriptions");
  await expect(rows(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("planted");
  await expect(page.getByRole("dialog").getByRole("option").nth(3)).toBeVisible();
  expect(await page.evaluate(findFaults), "the palette").toEqual([]);
  const detail = `<b>${"\u202E"}planted</b> ${"W".repeat(3_000)}\u0000`;
  maliciousServer.tamper(() => ({
    status: 400,
    body: JSON.stringify({ detail, attr: "__proto__", code: detail }),
  }));
  for (const path of ["/p/1/subscriptions", "/p/1/sessions"]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.getByRole("alert").filter({ hasText: "<b>planted</b>" }).first()).toBeVisible();
    await expectNoFaults(page);
  }
});
