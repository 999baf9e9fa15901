import type { Page } from "@playwright/test";
import type { Emulator } from "../support/backends";
import { expect, liveTest, test } from "../support/fixtures";
import { routeUrls } from "../support/route-urls";
import { waitForFormDialog } from "../support/wait-for-form-dialog";
import { waitForPersistedFaults } from "../support/wait-for-persisted-faults";
import { waitUntilLoaded } from "../support/wait-until-loaded";
import { COLOR_RULES, createAxeBuilder } from "./axe-builder";
import { AXE_CASES, type Combination, holdRequests, pairAxeCases, STATIC_CASES, WIDTHS } from "./axe-looks";

/** Enters the emulator's address and key, and waits until the connection check has succeeded. */
async function connect(page: Page, emulator: Emulator | null): Promise<void> {
  if (emulator === null) throw new Error("There is no server to connect to.");
  await page.getByLabel("Server address").fill(emulator.url);
  await page.getByLabel("Personal API key").fill(emulator.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("link", { name: "Open Demo" })).toBeVisible();
}

/** All applicable WCAG levels (A and AA of 2.0 to 2.2), and axe's best practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** Waits until all animations have ended, because elements have less contrast while they fade. */
async function expectNoAnimation(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  );
}

async function waitForIdle(page: Page): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expectNoAnimation(page);
}

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await waitUntilLoaded(page);
  await expectNoAnimation(page);
}

interface Scope {
  readonly covered?: string | undefined;
  /** Rules to run. Defaults to all rules with the tags in `TAGS`. */
  readonly rules?: readonly string[];
}

/**
 * Rules whose results depend on what covers an element. `runAxe` ignores them for elements under a
 * dialog, where axe only guesses.
 */
const SCANNED_STATES = [...COLOR_RULES, "target-size"];

/** Returns for each selector whether a modal dialog covers its element. */
function isCovered(page: Page, selectors: readonly string[]): Promise<readonly boolean[]> {
  return page.evaluate((all) => {
    const dialog = document.querySelector("[aria-modal=true]");
    const isAbove = (element: Element | null) =>
      element === null || dialog?.contains(element) || element.closest("section[aria-live]") !== null;
    return all.map((selector) => dialog !== null && !isAbove(document.querySelector(selector)));
  }, selectors);
}

/**
 * Runs axe. Also returns whether the page changed during the analysis, because axe misjudges elements that are
 * removed.
 */
async function runAxe(page: Page, { covered, rules }: Scope) {
  const changes = await page.evaluateHandle(() => {
    const seen = { count: 0 };
    const observer = new MutationObserver((records) => {
      seen.count += records.length;
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  const axe =
    rules === undefined
      ? createAxeBuilder(page).withTags(TAGS)
      : createAxeBuilder(page).withRules([...rules]);
  const { violations } = await (covered === undefined ? axe : axe.exclude(covered)).analyze();
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => ({ ...node, id, help })));
  const isUnder = await isCovered(
    page,
    found.map(({ target }) => String(target[0])),
  );
  // Reads the count last, because `isCovered` treats a removed element as not covered.
  const hasChanged = (await changes.evaluate(({ count }) => count)) > 0;
  await changes.dispose();
  const real = found.filter(({ id }, index) => !(SCANNED_STATES.includes(id) && isUnder[index]));
  return { found: real, hasChanged };
}

const MAX_ATTEMPTS = 3;

async function collectViolations(page: Page, scope: Scope, ready = settle): Promise<readonly string[]> {
  await ready(page);
  let seen = await runAxe(page, scope);
  for (let attempts = 1; seen.found.length > 0 && seen.hasChanged && attempts < MAX_ATTEMPTS; attempts += 1) {
    await ready(page);
    seen = await runAxe(page, scope);
  }
  const partlyHidden = seen.found.find(
    ({ id, failureSummary }) => id === "target-size" && failureSummary?.includes("partially obscured"),
  );
  if (partlyHidden !== undefined) {
    // A bar at the bottom may cover a part of a row. In the center of the screen, the row's targets must have their
    // full size.
    await page.locator(String(partlyHidden.target[0])).evaluate((element) => {
      element.scrollIntoView({ block: "center" });
    });
    seen = await runAxe(page, scope);
  }
  return seen.found.map(
    ({ id, help, target, html, failureSummary }) =>
      `${id}: ${help} at ${target.join(" ")} (${html}). ${failureSummary ?? ""}`,
  );
}

type Scheme = Combination["scheme"];

async function expectNoViolations(page: Page, scheme: Scheme, covered?: string): Promise<void> {
  await page.emulateMedia(
    scheme === "forced colors" ? { forcedColors: "active" } : { colorScheme: scheme, forcedColors: "none" },
  );
  if (scheme !== "forced colors")
    await expect(page.locator(`html[data-mantine-color-scheme=${scheme}]`)).toBeAttached();
  const scope = scheme === "forced colors" ? { covered, rules: COLOR_RULES } : { covered };
  expect(await collectViolations(page, scope), scheme).toEqual([]);
}

const drawn = pairAxeCases();

test.describe("at both widths", () => {
  test.use({ colorScheme: "light", contextOptions: { reducedMotion: "reduce" } });

  for (const axeCase of STATIC_CASES) {
    const combinations = drawn.filter(([one]) => one === axeCase).map(([, combination]) => combination);
    if (combinations.length > 0)
      test(`axe finds no violations: ${axeCase.name}`, async ({ page }) => {
        await page.goto(axeCase.path);
        await waitForFormDialog(page, axeCase.path);
        for (const { width, scheme } of combinations)
          await test.step(`${width} px, ${scheme}`, async () => {
            await page.setViewportSize({ width, height: 900 });
            await expectNoViolations(page, scheme, axeCase.covered);
          });
      });
  }
});

/** States that need the backend over HTTP. Each is checked in both color schemes. */
const SERVED = ["first visit to /connect", "/connect with its result", "server error", "rejected key"];
const served = SERVED.map((name, index) => [WIDTHS[index % WIDTHS.length], name] as const);

for (const width of WIDTHS)
  test.describe(`${width} px`, () => {
    test.use({
      colorScheme: "light",
      viewport: { width, height: 900 },
      contextOptions: { reducedMotion: "reduce" },
    });

    for (const axeCase of AXE_CASES.filter((one) => !STATIC_CASES.includes(one))) {
      const schemes = drawn
        .filter(([one, combination]) => one === axeCase && combination.width === width)
        .map(([, { scheme }]) => scheme);
      if (schemes.length > 0)
        test(`axe finds no violations: ${axeCase.name}`, async ({ page }) => {
          await page.goto(axeCase.path);
          await axeCase.act?.(page);
          for (const scheme of schemes) await expectNoViolations(page, scheme, axeCase.covered);
        });
    }

    const isServed = (name: string) => served.some(([at, one]) => at === width && one === name);

    test.describe("without a connection", () => {
      test.use({ connected: false });

      if (isServed("first visit to /connect"))
        liveTest("axe finds no violations: first visit to /connect", async ({ page }) => {
          await page.goto("/connect");
          await expect(page.getByRole("link", { name: /^Connection:/ })).toHaveCount(0);
          for (const scheme of ["light", "dark"] as const) await expectNoViolations(page, scheme);
        });

      if (isServed("/connect with its result"))
        liveTest("axe finds no violations: /connect with its result", async ({ page, emulator }) => {
          await page.goto("/connect");
          await connect(page, emulator);
          for (const scheme of ["light", "dark"] as const) await expectNoViolations(page, scheme);
        });
    });

    if (isServed("server error"))
      liveTest("axe finds no violations: a server error", async ({ page, emulator, expectComplaint }) => {
        expectComplaint(/Failed to load resource.*500/);
        const answer = { status: 500, headers: { "access-control-allow-origin": "*" }, body: "{}" };
        await page.route(`${emulator?.url}/**/subscriptions/**`, (route) => route.fulfill(answer));
        await page.goto("/p/1/subscriptions");
        await expect(page.getByRole("button", { name: /try again|retry/i })).toBeVisible({ timeout: 45_000 });
        for (const scheme of ["light", "dark"] as const) await expectNoViolations(page, scheme);
      });

    if (isServed("rejected key"))
      liveTest(
        "axe finds no violations: a rejected key over a form",
        async ({ page, emulator, expectComplaint }) => {
          expectComplaint(/Failed to load resource.*401/);
          const answer = { status: 401, headers: { "access-control-allow-origin": "*" }, body: "{}" };
          await page.route(`${emulator?.url}/**/subscriptions/**`, (route) =>
            route.request().method() === "PATCH" ? route.fulfill(answer) : route.fallback(),
          );
          await page.goto("/p/1/subscriptions/1040/edit");
          await page.getByLabel("Title").fill("Weekly figures");
          await page.locator("button[type=submit]").click();
          const dialog = page.getByRole("dialog", { name: "The API key was rejected" });
          await dialog.getByRole("button", { name: "Use this key" }).click();
          await expect(dialog.locator("[aria-invalid=true]")).toBeVisible();
          for (const scheme of ["light", "dark"] as const) await expectNoViolations(page, scheme);
        },
      );
  });

test.describe("at 200 % zoom", () => {
  // Zooming to 200 % halves the viewport.
  test.use({ colorScheme: "light", viewport: { width: 720, height: 450 } });
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  const OPEN = [
    "row menu",
    "palette",
    "saved views",
    "navigation drawer",
    "form with errors",
    "people that can't be added",
    "bulk result",
    "bulk action in progress",
  ];

  for (const name of OPEN)
    test(`axe finds no violations: ${name}, also with forced colors`, async ({ page }) => {
      const axeCase = AXE_CASES.find((one) => one.name === name);
      if (axeCase === undefined) throw new Error(`Unknown case: ${name}`);
      await page.goto(axeCase.path);
      await axeCase.act?.(page);
      // Excludes the table, because axe misjudges rows that a sticky bar partly covers.
      // wcag-layout.spec.ts measures the size of their targets.
      const covered = "main table";
      expect(await collectViolations(page, { covered })).toEqual([]);
      await page.emulateMedia({ forcedColors: "active" });
      expect(await collectViolations(page, { covered, rules: COLOR_RULES }), "forced colors").toEqual([]);
    });
});

/**
 * Pages that send requests when they open. Excludes forms for new records, because the page behind
 * such a form has its own entry.
 */
const WAITING = Object.entries(routeUrls).filter(
  ([template]) => template.startsWith("/p/") && !/\/(?:activity|regex|new)$/.test(template),
);

test.describe("while it loads", () => {
  test.use({ colorScheme: "light", contextOptions: { reducedMotion: "reduce" } });

  test("axe finds no violations: pages that are loading", async ({ page }) => {
    test.setTimeout(360_000);
    await page.goto("/settings");
    await holdRequests(page, "*");
    // Waits until the fault is stored, because only a stored fault survives the next page load.
    await waitForPersistedFaults(page, 1);
    for (const [template, path] of WAITING) {
      await test.step(template, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(path);
        await expect(page.locator("[aria-busy=true]").filter({ visible: true }).first()).toBeVisible();
        expect(await collectViolations(page, {}, waitForIdle), template).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        await page.emulateMedia({ colorScheme: "dark" });
        // Reloads the page, so that its requests don't time out before the second scan.
        await page.goto(path);
        await expect(page.locator("html[data-mantine-color-scheme=dark]")).toBeAttached();
        await expect(page.locator("[aria-busy=true]").filter({ visible: true }).first()).toBeVisible();
        const dark = await collectViolations(page, {}, waitForIdle);
        expect(dark, `${template} in the dark`).toEqual([]);
      });
    }
  });
});
