import { readFileSync } from "node:fs";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Site, startPreview } from "../support/backends";
import { test } from "../support/fixtures";
import { routeUrls } from "../support/route-urls";
import { visit } from "../support/visit";

test.describe("the policy", () => {
  test("is not violated by any page", async ({ page, violations }) => {
    // Opens all pages one after another in one tab. Each page takes about a second.
    test.setTimeout(360_000);
    for (const [name, path] of Object.entries({ ...routeUrls, unknown: "/nowhere" }))
      await test.step(name, async () => {
        const answer = await visit(page, path);
        expect(answer?.headers()["content-security-policy"]).toContain("require-trusted-types-for 'script'");
        expect(violations, name).toEqual([]);
      });
  });

  test("is not violated by dialogs and menus", async ({ page, violations }) => {
    await visit(page, "/p/1/subscriptions");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await page.keyboard.press("Escape");
    for (const keys of ["Control+k", "?"]) {
      await page.keyboard.press(keys);
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect(page.locator("html"), "the page behind does not scroll").toHaveCSS("overflow-y", "hidden");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    expect(violations).toEqual([]);
  });

  test("is not violated by a list's menus, and a file can be saved", async ({ page, violations }) => {
    await visit(page, "/p/1/subscriptions");
    await page.getByRole("button", { name: "Columns" }).click();
    await expect(page.getByRole("dialog", { name: "Columns and rows" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Saved views" }).click();
    await expect(page.getByRole("dialog", { name: "Saved views" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Search subscriptions" }).fill("is:overdue wrong:word");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("combobox", { name: "Search subscriptions" })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await page.getByRole("combobox", { name: "Search subscriptions" }).fill("");
    await expect(page.locator('[data-found-for=""]')).toBeVisible();
    // The file must contain all rendered rows.
    const rows = await page.locator("tbody a[data-row-focus]").allTextContents();
    await page.getByRole("main").getByRole("button", { name: "Download", exact: true }).click();
    const saved = page.waitForEvent("download");
    await page
      .getByRole("dialog", { name: "Download subscriptions" })
      .getByRole("button", { name: /^Download \d+ rows$/ })
      .click();
    const text = readFileSync(await (await saved).path(), "utf8");
    for (const title of rows) expect(text).toContain(title);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(violations).toEqual([]);
  });
});

/** Injections that the policy must block. Each one tries to set `window.planted`. */
const INJECTIONS: Readonly<Record<string, { readonly inject: () => void; readonly directive: RegExp }>> = {
  "a script from text": {
    inject: () => {
      const script = document.createElement("script");
      script.text = "window.planted = true";
      document.body.append(script);
    },
    directive: /^(?:script-src-elem|require-trusted-types-for)$/,
  },
  "a script from another host": {
    inject: () => {
      const script = document.createElement("script");
      Object.assign(script, { src: "http://127.0.0.1:9/planted.js" });
      document.body.append(script);
    },
    directive: /^(?:script-src-elem|require-trusted-types-for)$/,
  },
  "an inline handler": {
    inject: () => {
      const image = document.createElement("img");
      image.setAttribute("onerror", "window.planted = true");
      document.body.append(image);
    },
    directive: /^(?:script-src-attr|require-trusted-types-for)$/,
  },
  "markup from text": {
    inject: () => {
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.planted = true'>");
    },
    directive: /^require-trusted-types-for$/,
  },
  "a style from text": {
    inject: () => {
      const style = document.createElement("style");
      style.textContent = "body { display: none }";
      document.head.append(style);
    },
    directive: /^style-src-elem$/,
  },
  "a style attribute": {
    inject: () => document.body.setAttribute("style", "display: none"),
    directive: /^style-src-attr$/,
  },
  eval: {
    // oxlint-disable-next-line no-eval -- expected to be blocked
    inject: () => globalThis.eval("window.planted = true"),
    directive: /^(?:script-src|require-trusted-types-for)$/,
  },
  "another base URL": {
    inject: () => {
      const baseElement = document.createElement("base");
      baseElement.href = "http://127.0.0.1:9/";
      document.head.append(baseElement);
    },
    directive: /^base-uri$/,
  },
  "an image from another host": {
    inject: () => {
      new Image().src = "http://127.0.0.1:9/planted.png";
    },
    directive: /^img-src$/,
  },
  "a policy that lets all pass": {
    inject: () => {
      const factory = "trustedTypes" in window ? window.trustedTypes : undefined;
      factory?.createPolicy("planted", { createScriptURL: (url) => url });
    },
    directive: /^trusted-types$/,
  },
};

/**
 * Runs an action in a task of the page. The policy doesn't fully apply to code that the test driver
 * evaluates directly.
 */
async function runInPage(page: Page, action: () => void): Promise<void> {
  await page.evaluate(`setTimeout(() => { (${action.toString()})() })`);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

test("each kind of injection is blocked and noticed by these tests", async ({
  page,
  violations,
  expectComplaint,
}) => {
  expectComplaint(/Content Security Policy|Trusted|trusted|127\.0\.0\.1:9/);
  await visit(page, "/settings");
  expect(violations).toEqual([]);
  for (const [name, { inject, directive }] of Object.entries(INJECTIONS)) {
    const before = violations.length;
    await runInPage(page, inject);
    await expect
      .poll(() => violations.slice(before).map((one) => one.directive), name)
      .toContainEqual(expect.stringMatching(directive));
  }
  expect(await page.evaluate(() => "planted" in window && window.planted)).toBeFalsy();
});

test("a page with an inline script fails this check", async ({ page, violations, expectComplaint }) => {
  expectComplaint(/Content Security Policy/);
  // If a test fulfills the request for a page, Chromium blocks the page's requests to loopback
  // addresses.
  expectComplaint(/`loopback` address space|net::ERR_FAILED/);
  await page.route("**/connect", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</body>", "<script>window.planted = true</script></body>");
    await route.fulfill({ response, body });
  });
  await visit(page, "/connect");
  expect(violations).toMatchObject([{ directive: "script-src-elem", blocked: "inline" }]);
  expect(await page.evaluate(() => "planted" in window)).toBe(false);
});

test.describe("with ENVIRONS_CONNECT_SRC @live", () => {
  async function serveWithConnectSrc(sources: string): Promise<Site> {
    process.env["ENVIRONS_CONNECT_SRC"] = sources;
    try {
      return await startPreview("dist-live");
    } finally {
      delete process.env["ENVIRONS_CONNECT_SRC"];
    }
  }

  async function openNarrowedSite(context: BrowserContext, url: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${url}/p/1/subscriptions`);
    return page;
  }

  test("the configured server is reached, and no other", async ({
    context,
    emulator,
    violations,
    expectComplaint,
  }) => {
    const narrowed = await serveWithConnectSrc(emulator?.url ?? "");
    expectComplaint(new RegExp(`^foreign host: ${narrowed.url}/`));
    const page = await openNarrowedSite(context, narrowed.url);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    expect(violations).toEqual([]);
    expectComplaint(/Content Security Policy|127\.0\.0\.1:9/);
    await runInPage(page, () => void fetch("http://127.0.0.1:9/").catch(() => {}));
    await expect.poll(() => violations.map((one) => one.directive)).toEqual(["connect-src"]);
    // Closes the page before its server, because failing requests would log errors.
    await page.close();
    await narrowed.close();
  });

  test("requests of the app to other servers fail this check", async ({
    context,
    violations,
    expectComplaint,
  }) => {
    const narrowed = await serveWithConnectSrc("https://eu.posthog.com");
    expectComplaint(new RegExp(`^foreign host: ${narrowed.url}/`));
    expectComplaint(/Content Security Policy/);
    const page = await openNarrowedSite(context, narrowed.url);
    await expect.poll(() => violations.map((one) => one.directive)).toContain("connect-src");
    await page.close();
    await narrowed.close();
  });
});
