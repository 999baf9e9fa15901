import type { Locator, Page } from "@playwright/test";
import { connectedStorage, type Emulator, postControl, startWithStorage } from "../support/backends.mjs";
import { test as base, expect } from "../support/fixtures";
import { createPageClock, type PageClock } from "../support/page-clock";
import { type Failure, KEY_REJECTED } from "./failure-cases";
import { TAKE_CERTIFICATE } from "./faulty-certificates.mjs";
import { type FaultyServer, startFaultyServer } from "./faulty-server.mjs";
import type { ReadFailureCase, WriteFailureCase } from "./page-failure-cases";

type Entries = readonly (readonly [string, string])[];

export const UNKNOWN_SERVER = "https://no-such-host.invalid";

interface FaultyBackend {
  readonly wire: FaultyServer;
  readonly emulator: Emulator;
  /** Storage entries of a tab that is connected through the faulty server. */
  readonly session: Entries;
}

type Target = Pick<ReadFailureCase | WriteFailureCase, "endpoint" | "fallbackEndpoints" | "address"> &
  Partial<Pick<WriteFailureCase, "method">>;

interface FailureFixtures {
  /** Sets the failure of a page's requests. Null removes it. */
  readonly fail: (target: Target, failure: Failure | null) => Promise<void>;
  readonly clock: PageClock;
}

/** Playwright's `test` with a faulty HTTPS server in front of the backend. */
export const test = base.extend<FailureFixtures, { faulty: FaultyBackend }>({
  connected: false,
  actionTimeout: 20_000,

  launchOptions: [
    async ({ launchOptions }, use) => {
      // Maps the unknown host to an error, because a DNS lookup would slow these tests down.
      const names = `--host-resolver-rules=MAP ${new URL(UNKNOWN_SERVER).host} ~NOTFOUND`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), TAKE_CERTIFICATE, names] });
    },
    { scope: "worker" },
  ],

  faulty: [
    async ({ browser, site, emulator }, use) => {
      if (emulator === null) throw new Error("Failure tests need the backend over HTTP");
      const wire = await startFaultyServer(emulator.url);
      const session = await connectedStorage(browser, site.url, { ...emulator, url: wire.url });
      await use({ wire, emulator, session });
      await wire.close();
    },
    { scope: "worker" },
  ],

  clock: ({ page }, use) => use(createPageClock(page)),

  fail: async ({ faulty, page, expectComplaint }, use) => {
    // The browser logs failed requests. The fixtures report the faulty server as a foreign host.
    expectComplaint(/Failed to load resource|blocked by CORS policy|^foreign host: https:\/\/127\.0\.0\.1:/);
    await page.addInitScript(shortenRetryDelays);
    await page.addInitScript(holdTimeLimits);
    // Waits for the app's own request, because the early request has no time limit. Ignores the
    // error that occurs if the test leaves the page before the app sends its request.
    const expireTimeLimits = (path: string) =>
      void page.waitForFunction((of) => Reflect.get(window, "expireTimeLimits")(of), path).catch(() => {});
    await use(async ({ endpoint, fallbackEndpoints = [], address, method }, failure) => {
      const { server } = failure ?? {};
      const faults = server
        ? [endpoint, ...fallbackEndpoints].map((one) => ({ endpoint: one, ...server }))
        : [];
      await postControl(faulty.emulator, "faults", faults);
      const wireFault = failure?.wire ? { ...failure.wire, path: address, method } : null;
      await faulty.wire.set(wireFault, expireTimeLimits);
    });
    await faulty.wire.set(null);
  },
});

/**
 * Replaces the time limits of requests. They expire only when the test calls `expireTimeLimits` with the path and query
 * of a request. Runs in the page.
 */
function holdTimeLimits(): void {
  const limits: { readonly path: string; readonly limit: AbortController }[] = [];
  let latest: AbortController | undefined;
  AbortSignal.timeout = () => {
    latest = new AbortController();
    queueMicrotask(() => {
      latest = undefined;
    });
    return latest.signal;
  };
  // The app creates each request immediately after its time limit, so the latest limit belongs to
  // this request.
  const construct = (target: typeof Request, args: ConstructorParameters<typeof Request>) => {
    const request = new target(...args);
    const { pathname, search } = new URL(request.url);
    if (latest !== undefined) limits.push({ path: pathname + search, limit: latest });
    return request;
  };
  Object.assign(window, {
    Request: new Proxy(Request, { construct }),
    expireTimeLimits(path: string): boolean {
      const matching = limits.filter((entry) => entry.path === path);
      for (const { limit } of matching) limit.abort();
      return matching.length > 0;
    },
  });
}

/**
 * Divides timers of 150 to 1,200 ms by ten. The app's delays between retries are in this range.
 * Runs in the page.
 */
function shortenRetryDelays(): void {
  const later = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (call: () => void, ms = 0) => later(call, ms >= 150 && ms <= 1_200 ? ms / 10 : ms),
  });
}

export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

export async function openApp(page: Page, session: Entries): Promise<void> {
  await startWithStorage(page.context(), session);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
}

/** Returns the failure's message in a container. The last match counts, because notices of the shell come first. */
export function failureMessage(container: Locator, failure: Failure): Locator {
  return container.filter({ hasText: failure.title }).last();
}

export async function expectFailureMessage(container: Locator, failure: Failure): Promise<void> {
  const message = failureMessage(container, failure);
  await expect(message).toBeVisible();
  if (failure.detail) await expect(message).toContainText(failure.detail);
}

export function keyDialog(page: Page): Locator {
  return page.getByRole("dialog", { name: KEY_REJECTED.title });
}

/** Checks that only the dialog reports the rejected key. */
export async function expectKeyDialog(page: Page): Promise<void> {
  await expect(keyDialog(page)).toContainText("rejected your personal API key");
  await expect(page.getByText(KEY_REJECTED.title)).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(keyDialog(page).getByLabel("Personal API key")).toBeFocused();
}

export async function enterKey(page: Page, key: string): Promise<void> {
  await keyDialog(page).getByLabel("Personal API key").fill(key);
  await keyDialog(page).getByRole("button", { name: "Use this key" }).click();
  await expect(keyDialog(page)).toHaveCount(0);
}

const recordsOf = (project: number) => `/api/environments/${project}/subscriptions/`;
const RECORDS = recordsOf(2);

export async function createSubscription(
  { url, key }: Emulator,
  fields: object,
  project = 2,
): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const answer = await fetch(url + recordsOf(project), {
    method: "POST",
    headers,
    body: JSON.stringify(fields),
  });
  expect(answer.status).toBe(201);
  const { id }: { id: number } = await answer.json();
  return id;
}

/**
 * Returns the given IDs, followed by IDs of records in project 2. The last ID belongs to a record
 * in Trash, so that lists don't show it.
 */
export async function pickRecordIds({ url, key }: Emulator, ...first: number[]): Promise<readonly number[]> {
  const read = async (search: string) => {
    const answer = await fetch(`${url}${RECORDS}${search}`, { headers: { Authorization: `Bearer ${key}` } });
    const { results }: { results: readonly { id: number }[] } = await answer.json();
    return results.map(({ id }) => id);
  };
  const [listed, trashed] = await Promise.all([read("?limit=10"), read("?deleted=true&limit=1")]);
  return [...first, ...listed.filter((id) => !first.includes(id)), ...trashed];
}

export { expect };
