import type { Page } from "@playwright/test";
import { maliciousStrings } from "../../malicious-strings";
import { startWithStorage } from "../support/backends";
import { resetAt } from "../support/emulator-controls";
import { test as base, expect } from "../support/fixtures";
import { serveMaliciousTexts } from "./malicious-records";
import { type MaliciousServer, startMaliciousServer } from "./malicious-server.mjs";

interface MaliciousFixtures {
  readonly maliciousServer: MaliciousServer;
}

const test = base.extend<MaliciousFixtures>({
  connected: false,
  maliciousServer: async ({ emulator, context, session, expectComplaint }, use) => {
    if (emulator === null) throw new Error("This test needs the backend over HTTP");
    const maliciousServer = await startMaliciousServer(emulator);
    expectComplaint(new RegExp(`^foreign host: ${maliciousServer.url}/`));
    const hostOf = (url: string) => new URL(url).host;
    await startWithStorage(
      context,
      session.map(([key, value]) => [
        key,
        value.replaceAll(hostOf(emulator.url), hostOf(maliciousServer.url)),
      ]),
    );
    await use(maliciousServer);
    expect(maliciousServer.seenElsewhere).toEqual([]);
    await maliciousServer.close();
  },
});

/** Returns one of the backend's subscriptions, as a template. */
async function templateOf(emulator: { readonly url: string; readonly key: string } | null): Promise<object> {
  const url = `${emulator?.url}/api/environments/1/subscriptions/?limit=1`;
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${emulator?.key}` } });
  return (await answer.json()).results[0];
}

const PATHS = [
  "/<script>planted=1</script>",
  `/${"W".repeat(600)}`,
  "/\u202Egpj",
  "/\u05E9\u05DC\u05D5\u05DD",
  "/=1+1",
];
const pathsQuery = PATHS.map((path) => `path=${encodeURIComponent(path)}`).join("&");

interface Visit {
  readonly path: string;
  /** Fields that stay unchanged, because the page finds its records by them. */
  readonly unchangedFields?: readonly string[];
  readonly shows: (page: Page) => ReturnType<Page["locator"]>;
}

const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).locator("tbody tr").nth(2);

const NOW = "2026-11-02T12:00:00Z";
/**
 * A day with deliveries, because the subscriptions start on the day of `NOW` and deliver each
 * Monday.
 */
const NEXT_WEEK = "2026-11-09";

const PAGES_TO_VISIT: Readonly<Record<string, Visit>> = {
  "the subscription list": { path: "/p/1/subscriptions", shows: rows },
  "a subscription": { path: "/p/1/subscriptions/3", shows: (page) => main(page).locator("dd").first() },
  "a subscription form": {
    path: "/p/1/subscriptions/3/edit",
    shows: (page) => page.getByRole("dialog").getByLabel("Title"),
  },
  recipients: { path: "/p/1/recipients", shows: rows },
  sources: { path: "/p/1/sources", shows: rows },
  "the calendar": {
    path: `/p/1/calendar?view=list&date=${NEXT_WEEK}`,
    shows: (page) => main(page).locator("li a").first(),
  },
  health: { path: "/p/1/health", shows: (page) => main(page).getByRole("heading", { level: 2 }).first() },
  exports: { path: "/p/1/exports", shows: rows },
  "an export": { path: "/p/1/exports/7038", shows: (page) => main(page).locator("dd").first() },
  members: { path: "/p/1/members", shows: rows },
  "the form that adds members": {
    path: "/p/1/members/new",
    shows: (page) => page.getByRole("dialog").getByRole("combobox"),
  },
  "a member": {
    path: "/p/1/members/407c0979-9485-4213-96c9-d96062c60104",
    shows: (page) => main(page).locator("dd").first(),
  },
  offboarding: {
    path: "/p/1/members/offboard?person=daniel.okafor@harbourline.example",
    unchangedFields: ["email"],
    shows: (page) => main(page).getByRole("heading", { level: 2 }).first(),
  },
  "web vitals": {
    path: `/p/1/vitals?${pathsQuery}`,
    shows: (page) => main(page).getByText("planted=1").first(),
  },
  "the web vitals of a path": {
    path: `/p/1/vitals/path?path=${encodeURIComponent(PATHS[0] ?? "")}`,
    shows: (page) => main(page).getByRole("heading", { level: 2 }).first(),
  },
  sessions: { path: "/p/1/sessions", shows: (page) => main(page).locator("li").nth(3) },
};

/**
 * Returns layout faults and effects of injected markup on the page, with their elements. Runs in
 * the page.
 */
function findLayoutFaults(): readonly string[] {
  const faults: string[] = [];
  const short = (text: string) => JSON.stringify(text.slice(0, 40));
  const report = (what: string, element: Element) =>
    faults.push(
      `${what}: <${element.localName} class="${element.getAttribute("class") ?? ""}"> ${short(element.textContent ?? "")}`,
    );
  const directionControls = /[\u202A-\u202E\u2066-\u2069]/;
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  if ("planted" in window) faults.push("a planted script ran");
  if (directionControls.test(document.title) || /\p{Cc}/u.test(document.title))
    faults.push(`title ${short(document.title)}`);
  if (document.title.length > 200) faults.push(`title of ${document.title.length} characters`);
  const foreign =
    "#root :is(script, style, iframe, object, embed, base, meta, link, math, marquee, template, [onload], [onerror], [srcdoc])";
  for (const element of document.querySelectorAll(foreign)) report("markup was parsed", element);
  for (const anchor of document.querySelectorAll("a[href]"))
    if (
      anchor instanceof HTMLAnchorElement &&
      !/^(?:https?:|mailto:)$/.test(anchor.protocol) &&
      // Blob URLs of export files are allowed, because the app sets the files' media types.
      // export-preview.spec.ts tests this.
      !anchor.href.startsWith(`blob:${location.origin}/`)
    )
      report("links to code", anchor);

  const scrolls = (element: Element | null): boolean => {
    for (
      let at = element?.parentElement ?? null;
      at !== null && at !== document.body;
      at = at.parentElement
    ) {
      const { overflowX, position } = getComputedStyle(at);
      if (
        overflowX === "auto" ||
        overflowX === "scroll" ||
        (position === "fixed" && at.closest("[role=dialog]") === null)
      )
        return true;
    }
    return false;
  };
  for (const control of document.querySelectorAll("a, button, input, select, textarea, summary")) {
    const { left, right, width: own } = control.getBoundingClientRect();
    const { opacity, clipPath } = getComputedStyle(control);
    if (own <= 1 || opacity === "0" || clipPath !== "none" || !control.checkVisibility()) continue;
    if ((left < -1 || right > width + 1) && !scrolls(control))
      report(`unreachable at ${Math.round(left)} to ${Math.round(right)}`, control);
    const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
    const isNamed =
      control.matches("input, select, textarea") ||
      name.replace(/[\s\p{Cc}\p{Cf}]/gu, "") !== "" ||
      control.querySelector("img[alt], svg[aria-label]") !== null;
    if (!isNamed) report("has no name", control);
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

/**
 * Texts that appear unchanged on a page. They are short, printable ASCII texts with single spaces.
 */
const VISIBLE_TEXTS = maliciousStrings.filter(
  (text) => /^[!-~]+(?: [!-~]+)*$/.test(text) && text.length > 7 && text.length < 100,
);

/** Returns all text on the page, including field values. */
function textsOf(): string {
  const fields = [...document.querySelectorAll("input, textarea")];
  const values = fields.map((field) => ("value" in field ? String(field.value) : ""));
  return [document.body.textContent, ...values].join("\n");
}

async function rowHeights(page: Page): Promise<readonly number[]> {
  return main(page)
    .locator("tbody tr:has(td:nth-child(2))")
    .evaluateAll((all) => [...new Set(all.map((row) => Math.round(row.getBoundingClientRect().height)))]);
}

async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
  await drawn(page);
}

const WIDTHS = [1440, 390] as const;
for (const [name, { path, unchangedFields, shows }] of Object.entries(PAGES_TO_VISIT))
  test(`${name} with malicious texts shows text, keeps its layout and runs nothing @live`, async ({
    page,
    maliciousServer,
    emulator,
    violations,
    expectComplaint,
  }) => {
    // This server sends export files as text, so images fail to load. Lists also prefetch records
    // that don't exist.
    expectComplaint(/Failed to load resource/);
    await resetAt(emulator, NOW);
    await page.clock.setFixedTime(NOW);
    serveMaliciousTexts(maliciousServer, await templateOf(emulator), unchangedFields);
    await page.goto(path);
    await expect(shows(page)).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // Polls, because some texts appear only after the rows.
    await expect
      .poll(async () => {
        const texts = await page.evaluate(textsOf);
        return VISIBLE_TEXTS.filter((text) => texts.includes(text));
      })
      .not.toEqual([]);
    for (const width of WIDTHS) {
      await resize(page, width);
      for (const position of [0, 0.5, 1]) {
        await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), position);
        await drawn(page);
        expect(await page.evaluate(findLayoutFaults), `${width} px, at ${position}`).toEqual([]);
        if (width === 1440)
          expect((await rowHeights(page)).length, `${width} px, at ${position}`).toBeLessThanOrEqual(1);
      }
    }
    expect(violations).toEqual([]);
  });

test("the palette and errors with malicious texts do the same @live", async ({
  page,
  maliciousServer,
  emulator,
  violations,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  serveMaliciousTexts(maliciousServer, await templateOf(emulator));
  await page.goto("/p/1/subscriptions");
  await expect(rows(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("planted");
  await expect(page.getByRole("dialog").getByRole("option").nth(3)).toBeVisible();
  expect(await page.evaluate(findLayoutFaults), "the palette").toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const detail = `<b>${"\u202E"}planted</b> ${"W".repeat(3_000)}\u0000`;
  maliciousServer.tamper(() => ({
    status: 400,
    body: JSON.stringify({ detail, attr: "__proto__", code: detail }),
  }));
  for (const path of ["/p/1/subscriptions", "/p/1/exports", "/p/1/members", "/p/1/sessions"]) {
    await page.goto(path);
    await expect(page.getByRole("alert").filter({ hasText: "<b>planted</b>" }).first()).toBeVisible();
    for (const width of WIDTHS) {
      await resize(page, width);
      expect(await page.evaluate(findLayoutFaults), `${path} at ${width} px`).toEqual([]);
    }
  }
  expect(violations).toEqual([]);
});
