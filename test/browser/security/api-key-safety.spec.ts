import type { BrowserContext, Page, Request } from "@playwright/test";
import { test as base, expect } from "../support/fixtures";
import { routeUrls } from "../support/route-urls";
import { waitUntilLoaded } from "../support/wait-until-loaded";
import { type MaliciousResponse, type MaliciousServer, startMaliciousServer } from "./malicious-server.mjs";

/**
 * An API key that the app and its data don't contain, so that any unexpected occurrence is a leak.
 */
const KEY = "phx_hostile4f1c9e77b2";
const LIST = /^GET \/api\/environments\/[^/]+\/subscriptions\/(?:\?|$)/;
const DETAIL = /^GET \/api\/environments\/[^/]+\/subscriptions\/\d+\//;
/** One redirect after which browsers send a GET request, and one after which they repeat the request. */
const REDIRECTS = [302, 307] as const;

interface MaliciousFixtures {
  readonly maliciousServer: MaliciousServer;
  readonly traffic: RecordedTraffic;
}

interface RecordedTraffic {
  readonly consoleTexts: readonly string[];
  readonly requests: readonly Request[];
}

const test = base.extend<MaliciousFixtures>({
  connected: false,
  maliciousServer: async ({ context, emulator, expectComplaint }, use) => {
    if (emulator === null) throw new Error("This test needs the backend over HTTP");
    const maliciousServer = await startMaliciousServer(emulator);
    // Allows requests to this server, which the base test treats as a foreign host. Other foreign hosts still
    // fail the test.
    expectComplaint(new RegExp(`^foreign host: ${maliciousServer.url}/`));
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

/**
 * Allows log entries about requests to the other origin. The browser reports a request to each
 * redirect target, even if it doesn't send one. The fixture checks that the other origin received
 * no request.
 */
function expectRedirects(maliciousServer: MaliciousServer, expectComplaint: (pattern: RegExp) => void): void {
  expectComplaint(new RegExp(`^foreign host: ${maliciousServer.elsewhere}/`));
}

async function enterKey(page: Page, maliciousServer: MaliciousServer): Promise<void> {
  await page.goto("/connect");
  await page.getByLabel("Server address").fill(maliciousServer.url);
  await page.getByLabel("Personal API key").fill(KEY);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
}

async function connect(page: Page, maliciousServer: MaliciousServer): Promise<void> {
  await enterKey(page, maliciousServer);
  await page.getByRole("link", { name: "Open Demo" }).click();
  await expect(page.locator("tbody a").first()).toBeVisible();
}

/** Databases and caches that the app may create. The cache contains the app's own files. */
const OWN_STORAGE = ["environs-journal", "environs-vitals", "environs-offboarding", "assets"];

async function reopen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading").first()).toBeVisible();
}

/**
 * Returns each place on a page that contains the key. Only the stored connection may contain it,
 * and only once.
 */
async function findKeyIn(page: Page): Promise<readonly string[]> {
  return page.evaluate((key) => {
    const found: string[] = [];
    const checkText = (where: string, text: string | null) => {
      if (text?.includes(key)) found.push(where);
    };
    checkText("markup", document.documentElement.outerHTML);
    for (const field of document.querySelectorAll("input, textarea"))
      if ("value" in field) checkText("field", String(field.value));
    checkText("title", document.title);
    checkText("address", location.href);
    checkText("history", JSON.stringify(history.state));
    checkText("cookie", document.cookie);
    checkText("window name", window.name);
    checkText("localStorage", JSON.stringify({ ...localStorage }));
    for (const [name, text] of Object.entries({ ...sessionStorage })) {
      if (name !== "environs.connections") checkText(`sessionStorage ${name}`, String(text));
      else checkText("more than once in the connection", String(text).replace(key, ""));
    }
    return found;
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
      stored[name] = cached.map(({ url }) => new URL(url).pathname).join("\n");
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

/** Checks every place to which the key could leak. Only its server may receive it. */
async function expectNoKeyLeak(
  page: Page,
  maliciousServer: MaliciousServer,
  traffic: RecordedTraffic,
): Promise<void> {
  expect(await findKeyIn(page)).toEqual([]);
  const stored = await readBrowserStorage(page);
  expect(Object.keys(stored).filter((name) => !OWN_STORAGE.includes(name))).toEqual([]);
  expect(stored["assets"]?.split("\n").filter((path) => !/^(?:\/assets\/|$)/.test(path)) ?? []).toEqual([]);
  expect(JSON.stringify(stored)).not.toContain(KEY);
  expect(traffic.consoleTexts.filter((text) => text.includes(KEY))).toEqual([]);
  const urlsOf = (requests: readonly Request[]) => requests.map((request) => request.url());
  expect(urlsOf(traffic.requests).filter((url) => url.includes(KEY))).toEqual([]);
  const others = traffic.requests.filter((request) => !request.url().startsWith(maliciousServer.url));
  const telling = others.filter((request) => {
    const headers = request.headers();
    const sent = JSON.stringify(headers) + (request.postData() ?? "");
    return sent.includes(KEY) || headers["authorization"] !== undefined;
  });
  expect(urlsOf(telling), "requests with the key to other servers").toEqual([]);
  const seen = maliciousServer.seen.filter(
    ({ path, body, headers }) =>
      (path + body).includes(KEY) || headers.referer !== undefined || headers.cookie !== undefined,
  );
  expect(seen, "the key is in one header, and no URL or cookie is sent").toEqual([]);
  expect(maliciousServer.seenElsewhere).toEqual([]);
}

function requestsMatching(maliciousServer: MaliciousServer, which: RegExp): number {
  return maliciousServer.seen.filter(({ method, path }) => which.test(`${method} ${path}`)).length;
}

const isMatchingRequest = (
  which: RegExp,
  { method, path }: { readonly method: string; readonly path: string },
) => which.test(`${method} ${path}`);

test("the key is sent only to its server @live", async ({ page, maliciousServer, traffic, site }) => {
  await connect(page, maliciousServer);
  await page.locator("tbody a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await waitUntilLoaded(page);
  const withKey = () =>
    maliciousServer.seen.filter(({ headers }) => headers.authorization === `Bearer ${KEY}`);
  await expect.poll(() => withKey().length).toBeGreaterThan(5);
  await expect.poll(() => requestsMatching(maliciousServer, DETAIL)).toBeGreaterThan(0);
  const own = traffic.requests.filter((request) => request.url().startsWith(site.url));
  expect(own.some((request) => request.url() === `${site.url}/config.json`)).toBe(true);
  await expectNoKeyLeak(page, maliciousServer, traffic);
});

/** Routes of pages that send no requests when they open, or none after the server has refused the page before. */
const ASKS_NOTHING = /^\/(?:connect|settings(?:\/server)?|help.*)$|\/(?:activity|regex|vitals\/path)$/;

/** Waits until a page is ready and its first request was answered or rejected. */
async function openWhole(page: Page, path: string, maliciousServer: MaliciousServer): Promise<void> {
  const projectRequests = () =>
    requestsMatching(maliciousServer, /^GET \S+\/(?:environments|projects)\/[^/]+\/./);
  const before = projectRequests();
  // Otherwise, a page wouldn't request what another page was refused.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith("environs.refusals")) localStorage.removeItem(name);
  });
  await reopen(page, path);
  if (!ASKS_NOTHING.test(path.replace(/\?.*/, "")))
    await expect.poll(projectRequests, path).toBeGreaterThan(before);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

type ResponseOverride = (
  maliciousServer: MaliciousServer,
  request: { readonly path: string },
  answer: { readonly status: number; readonly body: string },
) => MaliciousResponse | undefined;

/** Responses that try to make the app leak the key. Each is tested on every page. */
const MALICIOUS_RESPONSES: Readonly<Record<string, ResponseOverride>> = {
  "whose lists go on at another origin": (maliciousServer, { path }, { status, body }) => {
    if (status !== 200 || !/^\s*\{.*"next":/.test(body)) return undefined;
    const next = `${maliciousServer.elsewhere}${path}&key=${KEY}`;
    return { status, body: JSON.stringify({ ...JSON.parse(body), next, previous: next }) };
  },
  "that repeats the key in every refusal": () => ({
    status: 403,
    body: JSON.stringify({ detail: `Not with ${KEY}`, attr: KEY, code: KEY }),
  }),
  "that leads every request elsewhere": (maliciousServer, { path }) => ({
    status: 307,
    headers: { Location: `${maliciousServer.elsewhere}${path}` },
    body: KEY,
  }),
};

for (const [name, trick] of Object.entries(MALICIOUS_RESPONSES))
  test(`no page leaks the key to a server ${name} @live`, async ({
    page,
    maliciousServer,
    traffic,
    expectComplaint,
  }) => {
    // Opens every page one after another.
    test.setTimeout(300_000);
    expectComplaint(/Failed to load resource/);
    expectRedirects(maliciousServer, expectComplaint);
    await page.addInitScript(() => localStorage.setItem("environs.regex-helper", "on"));
    await connect(page, maliciousServer);
    let changes = 0;
    maliciousServer.tamper((request, answer) => {
      const changed = trick(maliciousServer, request, answer);
      if (changed !== undefined) changes += 1;
      return changed;
    });
    for (const [template, path] of Object.entries(routeUrls))
      await test.step(template, async () => {
        await openWhole(page, path, maliciousServer);
        if (template.endsWith("/regex")) {
          // This page sends requests only on demand.
          await page.getByRole("textbox", { name: /^What should/ }).fill("all pages of products");
          await page.getByRole("button", { name: "Generate pattern" }).click();
          await expect.poll(() => requestsMatching(maliciousServer, /^POST \S+\/ai\/regex/)).toBe(1);
          await expect(page.locator("[aria-busy=true], [data-loading=true]")).toHaveCount(0);
        }
        await expectNoKeyLeak(page, maliciousServer, traffic);
      });
    expect(changes).toBeGreaterThan(5);
  });

const LONG = 250;

test("page links to another origin are not followed while the whole list loads @live", async ({
  page,
  maliciousServer,
  traffic,
  expectComplaint,
}) => {
  // The page prefetches the record of the focused row. The server doesn't have this record, because
  // the test adds it to the list response.
  expectComplaint(/status of 404 .*\/subscriptions\/\d+\/\)$/);
  let first: object = {};
  maliciousServer.tamper((request, { status, body }) => {
    if (!isMatchingRequest(LIST, request)) return undefined;
    const { searchParams } = new URL(request.path, maliciousServer.url);
    const [offset, limit] = ["offset", "limit"].map((name) => Number(searchParams.get(name) ?? 0));
    // Beyond the end of the real list, the response has no record, so an earlier one is copied.
    first = JSON.parse(body).results[0] ?? first;
    const length = Math.max(0, Math.min(limit ?? 0, LONG - (offset ?? 0)));
    const results = Array.from({ length }, (_, index) => {
      const id = 1 + (offset ?? 0) + index;
      return { ...first, id, title: `Delivery ${id}` };
    });
    const next = `${maliciousServer.elsewhere}/api/environments/1/subscriptions/?offset=${length}&key=${KEY}`;
    return { status, body: JSON.stringify({ count: LONG, next, previous: next, results }) };
  });
  await connect(page, maliciousServer);
  await expect(page.getByText(`${LONG} subscriptions`, { exact: true })).toBeVisible();
  const table = page.getByRole("table", { name: "Subscriptions" });
  await table.locator("tbody a").first().focus();
  await page.keyboard.press("End");
  await expect(table.getByRole("link", { name: `Delivery ${LONG}`, exact: true })).toBeFocused();
  const offsets = maliciousServer.seen
    .filter((request) => isMatchingRequest(LIST, request))
    .map(({ path }) => new URL(path, maliciousServer.url).searchParams.get("offset"));
  expect(new Set(offsets).size, "distinct offsets of the requested pages").toBeGreaterThan(1);
  await waitUntilLoaded(page);
  await expectNoKeyLeak(page, maliciousServer, traffic);
});

for (const status of REDIRECTS)
  test(`a ${status} redirect to another origin is not followed when reading @live`, async ({
    page,
    maliciousServer,
    traffic,
    expectComplaint,
  }) => {
    expectRedirects(maliciousServer, expectComplaint);
    await connect(page, maliciousServer);
    const id = /(\d+)$/.exec((await page.locator("tbody a").first().getAttribute("href")) ?? "")?.[1];
    maliciousServer.tamper(({ method, path }) =>
      path.includes("/subscriptions/")
        ? {
            status,
            headers: { Location: `${maliciousServer.elsewhere}${path}` },
            body: `to ${method} ${KEY}`,
          }
        : undefined,
    );
    for (const [path, which] of [
      ["/p/1/subscriptions", LIST],
      [`/p/1/subscriptions/${id}`, DETAIL],
    ] as const) {
      const before = requestsMatching(maliciousServer, which);
      await reopen(page, path);
      await expect(page.getByText("The server redirected the request")).toBeVisible();
      expect(requestsMatching(maliciousServer, which)).toBeGreaterThan(before);
      await expectNoKeyLeak(page, maliciousServer, traffic);
    }
  });

for (const status of REDIRECTS)
  test(`a ${status} redirect to another origin is not followed when writing @live`, async ({
    page,
    maliciousServer,
    traffic,
    expectComplaint,
  }) => {
    expectRedirects(maliciousServer, expectComplaint);
    await connect(page, maliciousServer);
    const href = (await page.locator("tbody a").first().getAttribute("href")) ?? "";
    maliciousServer.tamper(({ method, path }) =>
      method === "GET" ? undefined : { status, headers: { Location: `${maliciousServer.elsewhere}${path}` } },
    );
    await reopen(page, `${href}/edit`);
    const edit = page.getByRole("dialog");
    await edit.getByLabel("Title").fill("Led astray");
    await edit.locator("button[type=submit]").click();
    await expect(edit.getByText("The server redirected the request")).toBeVisible();
    expect(requestsMatching(maliciousServer, /^PATCH /)).toBe(1);
    await expectNoKeyLeak(page, maliciousServer, traffic);

    await reopen(page, `/p/1/subscriptions/new?from=${/(\d+)$/.exec(href)?.[1]}`);
    const create = page.getByRole("dialog");
    await expect(create.getByLabel("Title")).not.toHaveValue("");
    await create.getByLabel("Title").fill("Led astray");
    await create.locator("button[type=submit]").click();
    await expect(create.getByText("The server redirected the request")).toBeVisible();
    expect(requestsMatching(maliciousServer, /^POST /)).toBe(1);
    await expectNoKeyLeak(page, maliciousServer, traffic);
  });

test("a redirect while connecting stores nothing @live", async ({
  page,
  maliciousServer,
  traffic,
  expectComplaint,
}) => {
  expectRedirects(maliciousServer, expectComplaint);
  maliciousServer.tamper(({ path }) => ({
    status: 302,
    headers: { Location: `${maliciousServer.elsewhere}${path}` },
  }));
  await enterKey(page, maliciousServer);
  await expect(page.getByText("The server redirected the request")).toBeVisible();
  expect(requestsMatching(maliciousServer, /^GET /)).toBeGreaterThan(0);
  expect(
    await page.evaluate(() => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage })),
  ).not.toContain(KEY);
  expect(traffic.requests.length).toBeGreaterThan(0);
  expect(maliciousServer.seenElsewhere).toEqual([]);
});

const ESCAPED = [...KEY].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const META = `<meta http-equiv="refresh" content="0;url=${"ELSEWHERE"}"><script>document.title='${KEY}'</script>`;
const JSON_TYPE = { "Content-Type": "application/json" };
const KEY_ECHOES: Readonly<
  Record<string, { readonly status: number; readonly type: object; readonly body: string }>
> = {
  "an error message": {
    status: 403,
    type: JSON_TYPE,
    body: JSON.stringify({
      type: "permission_denied",
      code: KEY,
      detail: `Not with Bearer ${KEY}!`,
      attr: KEY,
    }),
  },
  "an error with escapes": { status: 400, type: JSON_TYPE, body: `{"detail": "Your key is ${ESCAPED}"}` },
  "a throttling": {
    status: 429,
    type: JSON_TYPE,
    body: JSON.stringify({ detail: `${KEY}: Expected available in 90 seconds.` }),
  },
  "a scope": {
    status: 403,
    type: JSON_TYPE,
    body: JSON.stringify({ detail: `API key missing required scope '${KEY}'` }),
  },
  "an HTML page": {
    status: 200,
    type: { "Content-Type": "text/html" },
    body: `<!doctype html>${META}<body data-key="${KEY}">${KEY}`,
  },
  "an HTML error": {
    status: 404,
    type: { "Content-Type": "text/html" },
    body: `<!doctype html>${META}${KEY}`,
  },
  "wrong shape": {
    status: 200,
    type: JSON_TYPE,
    body: `{"results": {"${KEY}": "${KEY}"}, "hidden": "${ESCAPED}", "${ESCAPED}": 1}`,
  },
  "half an answer": { status: 200, type: JSON_TYPE, body: `{"results": ["${KEY}", ` },
};

for (const [name, { status, type, body }] of Object.entries(KEY_ECHOES))
  test(`the key in ${name} is not shown @live`, async ({
    page,
    maliciousServer,
    traffic,
    expectComplaint,
  }) => {
    if (status >= 400) expectComplaint(/Failed to load resource/);
    await connect(page, maliciousServer);
    maliciousServer.tamper((request) =>
      request.path.includes("/subscriptions/")
        ? { status, headers: { ...type }, body: body.replaceAll("ELSEWHERE", maliciousServer.elsewhere) }
        : undefined,
    );
    const before = requestsMatching(maliciousServer, LIST);
    await reopen(page, "/p/1/subscriptions");
    await expect(page.getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
    expect(requestsMatching(maliciousServer, LIST)).toBeGreaterThan(before);
    const raw = page.getByText("Show raw response");
    await waitUntilLoaded(page);
    if (status === 200) {
      await raw.click();
      await expect(page.getByRole("region", { name: "Raw response" })).toContainText("•••");
    }
    await expectNoKeyLeak(page, maliciousServer, traffic);
  });

test("response headers can't make the browser store or send anything @live", async ({
  page,
  context,
  maliciousServer,
  traffic,
  expectComplaint,
}) => {
  // The browser logs that it ignores the `Clear-Site-Data` header.
  expectComplaint(/Clear-Site-Data header on .* prohibits/);
  expectComplaint(new RegExp(`${maliciousServer.elsewhere}/hint`));
  maliciousServer.tamper((_request, { status, body }) => ({
    status,
    body,
    headers: {
      "Set-Cookie": [`key=${KEY}; Path=/`, `tracked=1; Path=/`],
      Link: `<${maliciousServer.elsewhere}/hint>; rel=preload; as=fetch, <${maliciousServer.elsewhere}>; rel=preconnect`,
      Refresh: `0; url=${maliciousServer.elsewhere}/refresh`,
      "Content-Location": `${maliciousServer.elsewhere}/other`,
      "Clear-Site-Data": '"executionContexts"',
    },
  }));
  await connect(page, maliciousServer);
  await reopen(page, "/p/1/subscriptions?view=trash");
  await waitUntilLoaded(page);
  expect(requestsMatching(maliciousServer, LIST)).toBeGreaterThan(1);
  expect(await context.cookies()).toEqual([]);
  // Since version 150, Chromium follows the `Link` header of a fetched response. This request contains no data.
  const hints = maliciousServer.seenElsewhere.splice(0);
  expect(hints.filter(({ method, path }) => method !== "GET" || path !== "/hint")).toEqual([]);
  const carried = hints.filter(
    ({ headers, body }) =>
      body !== "" ||
      (headers.authorization ?? headers.cookie ?? headers.referer) !== undefined ||
      JSON.stringify(headers).includes(KEY),
  );
  expect(carried, "hints carry nothing").toEqual([]);
  await expectNoKeyLeak(page, maliciousServer, traffic);
});

// The app shows and edits a server's records unchanged, because a save would otherwise change them. The server that
// received the key already knows it, so showing it leaks nothing.
test("a record title that contains the key is shown unchanged and stays in the page @live", async ({
  page,
  maliciousServer,
  traffic,
}) => {
  maliciousServer.tamper((request, { status, body }) => {
    if (!isMatchingRequest(LIST, request)) return undefined;
    const page_ = JSON.parse(body);
    const results = page_.results.map((record: object) => ({ ...record, title: `Title <b>${KEY}</b>` }));
    return { status, body: JSON.stringify({ ...page_, results }) };
  });
  await connect(page, maliciousServer);
  await expect(page.locator("tbody a").first()).toHaveText(`Title <b>${KEY}</b>`);
  expect(traffic.consoleTexts.filter((text) => text.includes(KEY))).toEqual([]);
  expect(page.url()).not.toContain(KEY);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(KEY);
});

async function storages(page: Page): Promise<{ readonly tab: string; readonly device: string }> {
  return page.evaluate(() => ({
    tab: JSON.stringify({ ...sessionStorage }),
    device: JSON.stringify({ ...localStorage }),
  }));
}

test("disconnecting removes every trace of the key @live", async ({ page, maliciousServer, traffic }) => {
  await connect(page, maliciousServer);
  expect((await storages(page)).tab).toContain(KEY);
  await page.getByRole("link", { name: /^Connection: / }).click();
  await page.getByRole("button", { name: /^Disconnect / }).click();
  await expect(page.getByText(/no key/)).toBeVisible();
  const { tab, device } = await storages(page);
  expect(tab + device).not.toContain(KEY);
  await expectNoKeyLeak(page, maliciousServer, traffic);
  const before = maliciousServer.seen.length;
  await reopen(page, "/p/1/subscriptions");
  await page.waitForURL(/\/connect/);
  expect(maliciousServer.seen.length).toBe(before);
});

test("a replaced key is stored nowhere @live", async ({
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
  // Counts sent requests, because the server may still receive earlier ones with the rejected key.
  const before = traffic.requests.length;
  await dialog.getByRole("button", { name: "Use this key" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Next deliveries" })).toBeVisible();
  await waitUntilLoaded(page);
  const { tab, device } = await storages(page);
  expect(tab).toContain(next);
  expect(tab + device).not.toContain(KEY);
  expect(device).not.toContain(next);
  const later = traffic.requests
    .slice(before)
    .filter((request) => request.url().startsWith(maliciousServer.url) && request.method() !== "OPTIONS");
  expect(later.length).toBeGreaterThan(0);
  const keys = later.map((request) => request.headers()["authorization"]);
  expect(new Set(keys)).toEqual(new Set([`Bearer ${next}`]));
  expect(traffic.consoleTexts.filter((text) => text.includes(next))).toEqual([]);
  expect(await page.content()).not.toContain(next);
  await expectNoKeyLeak(page, maliciousServer, traffic);
});

/** Opens a new tab of the same user. It shares the device's storage, but not the tab's. */
async function newTab(context: BrowserContext): Promise<Page> {
  return context.newPage();
}

test("the key is gone after the tab is closed @live", async ({ page, context, maliciousServer }) => {
  await connect(page, maliciousServer);
  await page.close();
  const later = await newTab(context);
  // Requests of the closed tab may still arrive at the server.
  const urls: string[] = [];
  later.on("request", (request) => void urls.push(request.url()));
  await later.goto("/p/1/subscriptions");
  await later.waitForURL(/\/connect/);
  await expect(later.getByLabel("Personal API key")).toHaveValue("");
  const { tab, device } = await storages(later);
  expect(tab + device).not.toContain(KEY);
  expect(urls.length).toBeGreaterThan(0);
  expect(urls.filter((url) => url.startsWith(maliciousServer.url))).toEqual([]);
});

test("a key stored on the device is available in the next tab @live", async ({
  page,
  context,
  maliciousServer,
  traffic,
}) => {
  await page.goto("/connect");
  await page.getByLabel("Store key on this device").check();
  await page.getByLabel("Server address").fill(maliciousServer.url);
  await page.getByLabel("Personal API key").fill(KEY);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Open Demo" }).click();
  await expect(page.locator("tbody a").first()).toBeVisible();
  expect((await storages(page)).tab).not.toContain(KEY);
  await page.close();
  const later = await newTab(context);
  const before = requestsMatching(maliciousServer, LIST);
  await later.goto("/p/1/subscriptions");
  await expect(later.locator("tbody a").first()).toBeVisible();
  expect(requestsMatching(maliciousServer, LIST)).toBeGreaterThan(before);
  expect((await storages(later)).device).toContain(KEY);
  expect(traffic.requests.every((request) => !request.url().includes(KEY))).toBe(true);
});
