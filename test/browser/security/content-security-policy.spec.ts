import type { Page } from "@playwright/test";
import { startPreview } from "../support/backends";
import { expect, test } from "../support/fixtures";

// Every browser test fails if a page, a dialog or a download violates the policy (support/fixtures.ts).

/** Injections that the policy must block, and the directive that blocks each. Each one tries to set `window.planted`. */
const INJECTIONS: Readonly<Record<string, readonly [RegExp, () => void]>> = {
  "a script from text": [
    /^(?:script-src-elem|require-trusted-types-for)$/,
    () => {
      const script = document.createElement("script");
      script.text = "window.planted = true";
      document.body.append(script);
    },
  ],
  "a script from another host": [
    /^(?:script-src-elem|require-trusted-types-for)$/,
    () => {
      const script = document.createElement("script");
      Object.assign(script, { src: "http://127.0.0.1:9/planted.js" });
      document.body.append(script);
    },
  ],
  "an inline handler": [
    /^(?:script-src-attr|require-trusted-types-for)$/,
    () => {
      const image = document.createElement("img");
      image.setAttribute("onerror", "window.planted = true");
      document.body.append(image);
    },
  ],
  "markup from text": [
    /^require-trusted-types-for$/,
    () => document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.planted = true'>"),
  ],
  "a style from text": [
    /^style-src-elem$/,
    () => {
      const style = document.createElement("style");
      style.textContent = "body { display: none }";
      document.head.append(style);
    },
  ],
  "a style attribute": [/^style-src-attr$/, () => document.body.setAttribute("style", "display: none")],
  eval: [
    /^(?:script-src|require-trusted-types-for)$/,
    // oxlint-disable-next-line no-eval -- expected to be blocked
    () => globalThis.eval("window.planted = true"),
  ],
  "another base URL": [
    /^base-uri$/,
    () => {
      const base = document.createElement("base");
      base.href = "http://127.0.0.1:9/";
      document.head.append(base);
    },
  ],
  "an image from another host": [
    /^img-src$/,
    () => {
      new Image().src = "http://127.0.0.1:9/planted.png";
    },
  ],
  "a policy that lets all pass": [
    /^trusted-types$/,
    () => {
      const factory = "trustedTypes" in window ? window.trustedTypes : undefined;
      factory?.createPolicy("planted", { createScriptURL: (url) => url });
    },
  ],
};

/** Runs an action in a task of the page, because the policy doesn't fully apply to code that the test driver evaluates. */
async function runInPage(page: Page, action: () => void): Promise<void> {
  await page.evaluate(`setTimeout(() => { (${action.toString()})() })`);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

test("the policy blocks each kind of injection, these tests notice, and a dialog still stops scrolling", async ({
  page,
  violations,
  expectComplaint,
}) => {
  expectComplaint(/Content Security Policy|Trusted|trusted|127\.0\.0\.1:9/);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The page behind a dialog doesn't scroll, although styles in elements are forbidden.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
  await page.keyboard.press("Escape");
  await expect(page.locator("html")).not.toHaveCSS("overflow-y", "hidden");
  expect(violations).toEqual([]);
  for (const [name, [directive, inject]] of Object.entries(INJECTIONS)) {
    const before = violations.length;
    await runInPage(page, inject);
    await expect
      .poll(() => violations.slice(before).map((one) => one.directive), name)
      .toContainEqual(expect.stringMatching(directive));
  }
  expect(await page.evaluate(() => "planted" in window && window.planted)).toBeFalsy();
});

test("an inline script in the page is blocked", async ({ page, violations, expectComplaint }) => {
  expectComplaint(/Content Security Policy/);
  // If a test fulfills the request for a page, Chromium blocks the page's requests to loopback addresses.
  expectComplaint(/`loopback` address space|net::ERR_FAILED/);
  await page.route("**/connect", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</body>", "<script>window.planted = true</script></body>");
    await route.fulfill({ response, body });
  });
  await page.goto("/connect");
  await expect.poll(() => violations).toMatchObject([{ directive: "script-src-elem", blocked: "inline" }]);
  expect(await page.evaluate(() => "planted" in window)).toBe(false);
});

test("with ENVIRONS_CONNECT_SRC the configured server is reached, and no other @live", async ({
  page,
  mocks,
  violations,
  expectComplaint,
}) => {
  process.env["ENVIRONS_CONNECT_SRC"] = mocks?.url;
  const narrowed = await startPreview("dist-live").finally(() => delete process.env["ENVIRONS_CONNECT_SRC"]);
  expectComplaint(new RegExp(`^foreign host: ${narrowed.url}/`));
  await page.goto(`${narrowed.url}/p/1/subscriptions`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  expect(violations).toEqual([]);
  expectComplaint(/Content Security Policy|127\.0\.0\.1:9/);
  await runInPage(page, () => void fetch("http://127.0.0.1:9/").catch(() => {}));
  await expect.poll(() => violations.map((one) => one.directive)).toEqual(["connect-src"]);
  // Closes the page before its server, because failing requests would log errors.
  await page.close();
  await narrowed.close();
});
