import type { Page, Request } from "@playwright/test";
import { storeEntry } from "../support/backends";
import { test as base, expect, showPath, waitUntilLoaded } from "../support/fixtures";
import { type MaliciousServer, startMaliciousServer } from "./malicious-server";

/** An API key that the app and its data don't contain, so that any unexpected occurrence is a leak. */
const KEY = "phx_hostile4f1c9e77b2";
const LIST = /^GET \/api\/environments\/[^/]+\/subscriptions\/(?:\?|$)/;
const REDIRECTED = "The server redirected the request";

interface Traffic {
  readonly consoleTexts: readonly string[];
  readonly requests: readonly Request[];
}

const test = base.extend<{ readonly maliciousServer: MaliciousServer; readonly traffic: Traffic }>({
  connected: false,
  maliciousServer: async ({ context, mocks, expectComplaint }, use) => {
    const maliciousServer = await startMaliciousServer(mocks);
    // Allows requests to this server. The browser also reports a request to each redirect target, even if it doesn't
    // send one. Other foreign hosts still fail the test.
    expectComplaint(new RegExp(`^foreign host: (?:${maliciousServer.url}|${maliciousServer.elsewhere})/`));
    await use(maliciousServer);
    expect(maliciousServer.seenElsewhere, "no request is sent to the other origin").toEqual([]);
    // Closes the pages before their server, because failing requests would log errors.
    await Promise.all(context.pages().map((page) => page.close()));
    await maliciousServer.close();
  },
  traffic: async ({ context }, use) => {
    const consoleTexts: string[] = [];
    const requests: Request[] = [];
    context.on("console", (message) => consoleTexts.push(message.text()));
    context.on("weberror", (error) => consoleTexts.push(String(error.error())));
    context.on("request", (request) => requests.push(request));
    await use({ consoleTexts, requests });
  },
});

async function enterKey(page: Page, { url }: MaliciousServer, isOnDevice = false): Promise<void> {
  await page.goto("/connect");
  if (isOnDevice) await page.getByLabel("Store key on this device").check();
  await page.getByLabel("Server address").fill(url);
  await page.getByLabel("Personal API key").fill(KEY);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
}

async function connect(page: Page, maliciousServer: MaliciousServer, isOnDevice = false): Promise<void> {
  await enterKey(page, maliciousServer, isOnDevice);
  await page.getByRole("link", { name: "Open Demo" }).click();
  await expect(page.locator("tbody a").first()).toBeVisible();
}

async function reopen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading").first()).toBeVisible();
}

/** Returns each place on a page that contains the key. Only the stored connection may contain it, and only once. */
async function findKeyIn(page: Page): Promise<readonly string[]> {
  return page.evaluate((key) => {
    const places: Record<string, string> = {
      markup: document.documentElement.outerHTML,
      title: document.title,
      address: location.href,
      history: JSON.stringify(history.state),
      cookie: document.cookie,
      "window name": window.name,
      localStorage: JSON.stringify({ ...localStorage }),
    };
    for (const field of document.querySelectorAll("input, textarea"))
      if ("value" in field) places[`field ${field.id}`] = String(field.value);
    for (const [name, text] of Object.entries({ ...sessionStorage }))
      places[`sessionStorage ${name}`] =
        name === "environs.connections" ? String(text).replace(key, "") : String(text);
    return Object.keys(places).filter((name) => places[name]?.includes(key));
  }, KEY);
}

/** Returns the contents of all databases by name, and the addresses in each cache. */
async function readBrowserStorage(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async () => {
    const answerOf = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("It cannot be read")));
      });
    const stored: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cached = await (await caches.open(name)).keys();
      stored[name] = cached.map(({ url }) => url).join("\n");
    }
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await answerOf(indexedDB.open(name));
      const stores = [...database.objectStoreNames];
      const all = stores.map((store) => answerOf(database.transaction(store).objectStore(store).getAll()));
      stored[name] = JSON.stringify(await Promise.all(all));
      database.close();
    }
    return stored;
  });
}

/** Databases and caches that the app may create. */
const OWN_STORAGE = ["environs-journal", "environs-vitals", "environs-offboarding", "assets"];

/** Checks every place to which the key could leak. Only its server may receive it. */
async function expectNoKeyLeak(
  page: Page,
  maliciousServer: MaliciousServer,
  traffic: Traffic,
): Promise<void> {
  expect(await findKeyIn(page)).toEqual([]);
  const stored = await readBrowserStorage(page);
  expect(Object.keys(stored).filter((name) => !OWN_STORAGE.includes(name))).toEqual([]);
  expect(JSON.stringify(stored)).not.toContain(KEY);
  expect(traffic.consoleTexts.filter((text) => text.includes(KEY))).toEqual([]);
  const leaking = traffic.requests.filter((request) => {
    const headers = request.headers();
    const sent = JSON.stringify(headers) + (request.postData() ?? "");
    const isOwn = request.url().startsWith(maliciousServer.url);
    return (
      request.url().includes(KEY) ||
      (!isOwn && (sent.includes(KEY) || headers["authorization"] !== undefined))
    );
  });
  expect(leaking.map((request) => request.url())).toEqual([]);
  const seen = maliciousServer.seen.filter(
    ({ path, body, headers }) =>
      (path + body).includes(KEY) || headers.referer !== undefined || headers.cookie !== undefined,
  );
  expect(seen, "the key is in one header, and no URL or cookie is sent").toEqual([]);
  expect(maliciousServer.seenElsewhere).toEqual([]);
}

function countRequests({ seen }: MaliciousServer, which: RegExp): number {
  return seen.filter(({ method, path }) => which.test(`${method} ${path}`)).length;
}

const storages = (page: Page) =>
  page.evaluate(() => ({
    tab: JSON.stringify({ ...sessionStorage }),
    device: JSON.stringify({ ...localStorage }),
  }));

test("the key is sent only to its server, whatever its headers, is not in the journal, and is gone after disconnecting @live", async ({
  page,
  context,
  maliciousServer,
  traffic,
  site,
  expectComplaint,
}) => {
  // The browser logs that it ignores the `Clear-Site-Data` header.
  expectComplaint(/Clear-Site-Data header on .* prohibits/);
  maliciousServer.tamper((_request, { status, body }) => ({
    status,
    body,
    headers: {
      "Set-Cookie": [`key=${KEY}; Path=/`, "tracked=1; Path=/"],
      Refresh: `0; url=${maliciousServer.elsewhere}/refresh`,
      "Content-Location": `${maliciousServer.elsewhere}/other`,
      "Clear-Site-Data": '"executionContexts"',
    },
  }));
  await connect(page, maliciousServer);
  await waitUntilLoaded(page);
  expect(await context.cookies()).toEqual([]);
  await page.locator("tbody a").first().click();
  await expect(page.getByRole("region", { name: "Next deliveries" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect
    .poll(async () => (await readBrowserStorage(page))["environs-journal"])
    .toContain('"outcome":"done"');
  const withKey = maliciousServer.seen.filter(({ headers }) => headers.authorization === `Bearer ${KEY}`);
  expect(withKey.length).toBeGreaterThan(5);
  expect(traffic.requests.some((request) => request.url() === `${site.url}/config.json`)).toBe(true);
  await expectNoKeyLeak(page, maliciousServer, traffic);

  expect((await storages(page)).tab).toContain(KEY);
  await page.getByRole("link", { name: /^Connection: / }).click();
  await page.getByRole("button", { name: /^Disconnect / }).click();
  await expect(page.getByText(/no key/)).toBeVisible();
  const { tab, device } = await storages(page);
  expect(tab + device).not.toContain(KEY);
  const before = maliciousServer.seen.length;
  await reopen(page, "/p/1/subscriptions");
  await page.waitForURL(/\/connect/);
  expect(maliciousServer.seen.length).toBe(before);
});

const ESCAPED = [...KEY].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const META = `<meta http-equiv="refresh" content="0;url=ELSEWHERE"><script>document.title='${KEY}'</script>`;
/** parse-response.test.ts has more. */
const KEY_ECHOES: Readonly<Record<string, readonly [number, string]>> = {
  "an error with escapes": [400, `{"detail": "Your key is ${ESCAPED}"}`],
  "an HTML page": [200, `<!doctype html>${META}<body data-key="${KEY}">${KEY}`],
  "a wrong shape": [200, `{"results": {"${KEY}": "${KEY}"}, "hidden": "${ESCAPED}", "${ESCAPED}": 1}`],
};

/** A page for each kind of request. */
const REFUSED_PAGES = [
  "/p/1",
  "/p/1/subscriptions/1040/edit",
  "/p/1/recipients",
  "/p/1/exports/7038",
  "/p/1/members/new",
  "/p/1/members/407c0979-9485-4213-96c9-d96062c60104",
  "/p/1/vitals?path=/checkout",
  "/p/1/sessions?property=$entry_pathname",
  "/p/1/regex",
];

test("no kind of request leaks the key to a server that repeats it in refusals and responses @live", async ({
  page,
  context,
  maliciousServer,
  traffic,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  await storeEntry(context, "environs.regex-helper", "on");
  // Pages request what another page has loaded only once, so no page loads anything before.
  await enterKey(page, maliciousServer);
  await expect(page.getByRole("link", { name: "Open Demo" })).toBeVisible();
  maliciousServer.tamper(() => ({
    status: 403,
    body: JSON.stringify({ detail: `Not with ${KEY}`, attr: KEY, code: KEY }),
  }));
  const projectRequests = () =>
    countRequests(maliciousServer, /^GET \S+\/(?:environments|projects)\/[^/]+\/./);
  for (const path of REFUSED_PAGES)
    await test.step(path, async () => {
      // Otherwise, a page wouldn't request what another page was refused.
      await page.evaluate(() => {
        for (const name of Object.keys(localStorage))
          if (name.startsWith("environs.refusals")) localStorage.removeItem(name);
      });
      const before = projectRequests();
      await showPath(page, path);
      if (path.endsWith("/regex")) {
        // This page sends requests only on demand.
        await page.getByRole("textbox", { name: /^What should/ }).fill("all pages of products");
        await page.getByRole("button", { name: "Generate pattern" }).click();
        await expect.poll(() => countRequests(maliciousServer, /^POST \S+\/ai\/regex/)).toBe(1);
        await expect(page.locator("[data-loading=true]")).toHaveCount(0);
      } else await expect.poll(projectRequests, path).toBeGreaterThan(before);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expectNoKeyLeak(page, maliciousServer, traffic);
    });

  for (const [name, [status, body]] of Object.entries(KEY_ECHOES))
    await test.step(name, async () => {
      const type = body.startsWith("<") ? "text/html" : "application/json";
      maliciousServer.tamper(({ path }) =>
        path.includes("/subscriptions/")
          ? {
              status,
              headers: { "Content-Type": type },
              body: body.replaceAll("ELSEWHERE", maliciousServer.elsewhere),
            }
          : undefined,
      );
      await page.evaluate(() => localStorage.clear());
      const before = countRequests(maliciousServer, LIST);
      await reopen(page, "/p/1/subscriptions");
      await expect(page.getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
      expect(countRequests(maliciousServer, LIST)).toBeGreaterThan(before);
      if (status === 200) {
        await page.getByText("Show raw response").click();
        await expect(page.getByRole("region", { name: "Raw response" })).toContainText("•••");
      }
      await expectNoKeyLeak(page, maliciousServer, traffic);
    });
});

test("a redirect to another origin is not followed when reading, writing or connecting @live", async ({
  page,
  maliciousServer,
  traffic,
}) => {
  await connect(page, maliciousServer);
  const href = (await page.locator("tbody a").first().getAttribute("href")) ?? "";
  const redirect = (path: string) => {
    const headers = { Location: `${maliciousServer.elsewhere}${path}` };
    return { status: 307, headers, body: `to ${KEY}` };
  };
  maliciousServer.tamper(({ method, path }) => (method === "GET" ? undefined : redirect(path)));
  await reopen(page, `${href}/edit`);
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("Title")).not.toHaveValue("");
  await form.getByLabel("Title").fill("Led astray");
  await form.locator("button[type=submit]").click();
  await expect(form.getByText(REDIRECTED)).toBeVisible();
  expect(countRequests(maliciousServer, /^PATCH /)).toBe(1);
  await expectNoKeyLeak(page, maliciousServer, traffic);

  maliciousServer.tamper(({ path }) => redirect(path));
  const before = countRequests(maliciousServer, LIST);
  await reopen(page, "/p/1/subscriptions");
  await expect(page.getByText(REDIRECTED)).toBeVisible();
  expect(countRequests(maliciousServer, LIST)).toBeGreaterThan(before);
  await expectNoKeyLeak(page, maliciousServer, traffic);

  await page.evaluate(() => sessionStorage.clear());
  await enterKey(page, maliciousServer);
  await expect(page.getByText(REDIRECTED)).toBeVisible();
  expect(JSON.stringify(await storages(page))).not.toContain(KEY);
});

test("a replaced key is stored nowhere and sent no more @live", async ({
  page,
  maliciousServer,
  traffic,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource.*401/);
  const next = "phx_next0d5a7e3c61";
  await connect(page, maliciousServer);
  maliciousServer.tamper(({ headers }) =>
    headers.authorization === `Bearer ${KEY}`
      ? { status: 401, body: JSON.stringify({ detail: `${KEY} is invalid` }) }
      : undefined,
  );
  // A request in the background may have opened the dialog already, which would cover the link.
  await page.locator("tbody a").first().dispatchEvent("click");
  const dialog = page.getByRole("dialog", { name: "The API key was rejected" });
  await dialog.getByLabel("Personal API key").fill(next);
  await dialog.getByRole("button", { name: "Use this key" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Next deliveries" })).toBeVisible();
  await waitUntilLoaded(page);
  const { tab, device } = await storages(page);
  expect(tab).toContain(next);
  expect(tab + device).not.toContain(KEY);
  expect(device).not.toContain(next);
  const keys = traffic.requests.flatMap((request) => request.headers()["authorization"] ?? []);
  const replaced = keys.slice(keys.indexOf(`Bearer ${next}`));
  expect(new Set(replaced)).toEqual(new Set([`Bearer ${next}`]));
  await expectNoKeyLeak(page, maliciousServer, traffic);
});

test("the key is gone after the tab is closed, unless it is stored on the device @live", async ({
  page,
  context,
  maliciousServer,
}) => {
  await connect(page, maliciousServer);
  await page.close();
  const later = await context.newPage();
  // Requests of the closed tab may still arrive at the server.
  const urls: string[] = [];
  later.on("request", (request) => void urls.push(request.url()));
  await later.goto("/p/1/subscriptions");
  await later.waitForURL(/\/connect/);
  await expect(later.getByLabel("Personal API key")).toHaveValue("");
  expect(JSON.stringify(await storages(later))).not.toContain(KEY);
  expect(urls.filter((url) => url.startsWith(maliciousServer.url))).toEqual([]);

  await connect(later, maliciousServer, true);
  expect((await storages(later)).tab).not.toContain(KEY);
  await later.close();
  const last = await context.newPage();
  await last.goto("/p/1/subscriptions");
  await expect(last.locator("tbody a").first()).toBeVisible();
  expect((await storages(last)).device).toContain(KEY);
});
