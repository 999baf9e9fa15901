import type { Locator, Page } from "@playwright/test";
import { connectedStorage, type Emulator, startWithStorage } from "./backends.mjs";
import { FAILURES, type Failure } from "./failures";
import { type FaultyServer, startFaultyServer } from "./faulty-server.mjs";
import { test as base, expect } from "./fixtures";

type Entries = readonly (readonly [string, string])[];

interface Faulty {
  /** Set a failure for an endpoint; null clears it. */
  readonly fail: (failure: Failure | null) => Promise<void>;
  readonly wire: FaultyServer;
  readonly emulator: Emulator;
  /** Storage of a tab that is connected through the faulty server. */
  readonly session: Entries;
}

// One visit goes through the whole table, so each cell has a record or a page of the list of its own: project 2 has
// enough of both.
const PROJECT = "/p/2/subscriptions";

const test = base.extend<{ endpoint: string; connectedTo: Faulty }, { faulty: Faulty }>({
  connected: false,
  endpoint: ["subscriptions.list", { option: true }],

  faulty: [
    async ({ browser, site, emulator }, use) => {
      if (emulator === null) throw new Error("failures need a backend over HTTP");
      const wire = await startFaultyServer(emulator.url);
      const session = await connectedStorage(browser, site.url, { ...emulator, url: wire.url });
      await use({ wire, emulator, session, fail: async () => {} });
      await wire.close();
    },
    { scope: "worker" },
  ],

  connectedTo: async ({ faulty, endpoint, expectComplaint }, use) => {
    // What a browser itself writes about requests that fail, and the faulty server's address.
    expectComplaint(/Failed to load resource|blocked by CORS policy|^foreign host: http:\/\/127\.0\.0\.1:/);
    const path = WIRE_PATHS[endpoint] ?? /\/api\//;
    const fail = async (failure: Failure | null) => {
      const faults = failure?.server ? [{ endpoint, ...failure.server }] : [];
      const url = `${faulty.emulator.url}/__emulator/faults`;
      const answer = await fetch(url, { method: "POST", body: JSON.stringify(faults) });
      expect(answer.ok).toBe(true);
      await faulty.wire.set(failure?.wire ? { ...failure.wire, path } : null);
    };
    await fail(null);
    await use({ ...faulty, fail });
    await fail(null);
  },
});

const ONE = /\/subscriptions\/\d+\//;
const MANY = /\/subscriptions\/(\?|$)/;
const WIRE_PATHS: Readonly<Record<string, RegExp>> = {
  "subscriptions.list": MANY,
  "subscriptions.create": MANY,
  "subscriptions.get": ONE,
  "subscriptions.update": ONE,
};

/** Goes to an address inside the running app. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** The pauses between the tries of a read pass ten times faster; nothing longer is touched. */
function hurry(): void {
  const later = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (call: () => void, ms = 0) => later(call, ms >= 150 && ms <= 1_200 ? ms / 10 : ms),
  });
}

/** Opens the app where no delivery is asked for, and waits until it stands. */
async function openApp(page: Page, session: Entries): Promise<void> {
  await startWithStorage(page.context(), session);
  await page.addInitScript(hurry);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
}

/** The place's own alert; the shell's notices stand before it. */
function alertOf(place: Locator, failure: Failure): Locator {
  return place.getByRole("alert").filter({ hasText: failure.title }).last();
}

async function expectWords(alert: Locator, failure: Failure): Promise<void> {
  await expect(alert).toBeVisible();
  if (failure.detail) await expect(alert).toContainText(failure.detail);
}

/** Ids of records of project 2. */
async function someIds(emulator: Emulator): Promise<readonly number[]> {
  const answer = await fetch(`${emulator.url}/api/environments/2/subscriptions/?limit=100`, {
    headers: { Authorization: `Bearer ${emulator.key}` },
  });
  const { results }: { results: readonly { id: number }[] } = await answer.json();
  return results.map(({ id }) => id);
}

/** Drives a page through the table by reading. */
async function readThroughTable(page: Page, faulty: Faulty, pathOf: (row: number) => string): Promise<void> {
  await openApp(page, faulty.session);
  const main = page.getByRole("main");
  for (const [row, failure] of FAILURES.entries()) {
    await test.step(failure.name, async () => {
      await faulty.fail(failure);
      await goTo(page, pathOf(row));
      await expectWords(alertOf(main, failure), failure);
      await expect(main).not.toContainText("may have been done");
      const retry = main.getByRole("button", { name: "Try again" });
      await expect(retry).toHaveCount(failure.canRetry ? 1 : 0);
      await expect(main.getByRole("timer")).toHaveCount(failure.name === "429" ? 1 : 0);
      await faulty.fail(null);
      if (!failure.canRetry) return;
      await retry.click();
      // Gone while it loads, and not back once it has.
      await expect(retry).toHaveCount(0);
      await expect(main.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(retry).toHaveCount(0);
    });
  }
}

test.describe("reading a list @live", () => {
  test.use({ endpoint: "subscriptions.list" });

  test("every failure on the list has its words and its way on", async ({ page, connectedTo }) => {
    await readThroughTable(page, connectedTo, (row) => `${PROJECT}?page=${row + 2}`);
  });

  test("every failure in the bin has its words and its way on", async ({ page, connectedTo }) => {
    await readThroughTable(page, connectedTo, (row) => `${PROJECT}?view=bin&page=${row + 1}`);
  });
});

test.describe("reading a record @live", () => {
  test.use({ endpoint: "subscriptions.get" });

  test("every failure on the detail page has its words and its way on", async ({ page, connectedTo }) => {
    const ids = await someIds(connectedTo.emulator);
    await readThroughTable(page, connectedTo, (row) => `${PROJECT}/${ids[row]}`);
  });

  test("every failure under the edit form has its words and its way on", async ({ page, connectedTo }) => {
    const ids = await someIds(connectedTo.emulator);
    await openApp(page, connectedTo.session);
    for (const [row, failure] of FAILURES.entries()) {
      await test.step(failure.name, async () => {
        await connectedTo.fail(failure);
        await goTo(page, `${PROJECT}/${ids[row]}/edit`);
        const main = page.getByRole("main");
        await expectWords(alertOf(main, failure), failure);
        await connectedTo.fail(null);
        if (!failure.canRetry) return;
        await main.getByRole("button", { name: "Try again" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
        await expect(page.getByRole("dialog")).toBeHidden();
      });
    }
  });

  test("a copy whose original cannot be read begins empty, and says why", async ({ page, connectedTo }) => {
    const ids = await someIds(connectedTo.emulator);
    await openApp(page, connectedTo.session);
    for (const [row, failure] of FAILURES.entries()) {
      await test.step(failure.name, async () => {
        await connectedTo.fail(failure);
        await goTo(page, `${PROJECT}/new?from=${ids[row]}`);
        await expect(page.getByRole("dialog")).toContainText(`could not be copied`);
        await expect(page.getByRole("dialog")).toContainText(failure.title);
        await connectedTo.fail(null);
        await goTo(page, "/settings");
        await expect(page.getByRole("dialog")).toBeHidden();
      });
    }
  });
});

/** Sends the open form under each failure, then without one. */
async function saveThroughTable(page: Page, faulty: Faulty, method: string): Promise<void> {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === method) sent.push(request.url());
  });
  const form = page.getByRole("dialog");
  const submit = form.locator("button[type=submit]");
  const typed = await form.getByLabel("Title").inputValue();
  for (const [row, failure] of FAILURES.entries()) {
    await test.step(failure.name, async () => {
      await faulty.fail(failure);
      await submit.click();
      const alert = alertOf(form, failure);
      await expectWords(alert, failure);
      if (failure.isUnclear) await expect(alert).toContainText("look before you repeat it");
      else await expect(alert).not.toContainText("may have been done");
      await expect(form.getByLabel("Title")).toHaveValue(typed);
      await expect(form.getByRole("timer")).toHaveCount(failure.name === "429" ? 1 : 0);
      expect(sent).toHaveLength(row + 1);
      await faulty.fail(null);
    });
  }
  await submit.click();
  await expect(form).toBeHidden();
  expect(sent).toHaveLength(FAILURES.length + 1);
}

test.describe("creating @live", () => {
  test.use({ endpoint: "subscriptions.create" });

  test("every failure of a creation keeps what was typed and sends once", async ({ page, connectedTo }) => {
    await openApp(page, connectedTo.session);
    await goTo(page, `${PROJECT}/new`);
    const form = page.getByRole("dialog");
    await form.getByLabel("Dashboard number").fill("201");
    await form.getByRole("textbox", { name: "Recipients" }).fill("ana@example.com,");
    await form.getByLabel("Title").fill("Figures in a storm");
    await saveThroughTable(page, connectedTo, "POST");
  });
});

test.describe("changing @live", () => {
  test.use({ endpoint: "subscriptions.update" });

  test("every failure of a change keeps what was typed and sends once", async ({ page, connectedTo }) => {
    const [id] = await someIds(connectedTo.emulator);
    await openApp(page, connectedTo.session);
    await goTo(page, `${PROJECT}/${id}/edit`);
    await page.getByRole("dialog").getByLabel("Title").fill("Figures in a storm");
    await saveThroughTable(page, connectedTo, "PATCH");
  });

  test("every failure of a delete has its words in a message", async ({ page, connectedTo }) => {
    await openApp(page, connectedTo.session);
    await goTo(page, PROJECT);
    const rows = page.getByRole("row").filter({ has: page.getByRole("button", { name: /^Actions for/ }) });
    await expect(rows.first()).toBeVisible();
    for (const failure of FAILURES) {
      await test.step(failure.name, async () => {
        await connectedTo.fail(failure);
        // The table is drawn anew behind each failure, which may close a menu that just opened.
        await expect(async () => {
          await rows
            .first()
            .getByRole("button", { name: /^Actions for/ })
            .click();
          await page.getByRole("menuitem", { name: "Delete" }).click({ timeout: 1_000 });
        }).toPass();
        const toast = page.getByRole("alert").filter({ hasText: /was (not )?deleted/ });
        await expect(toast).toContainText(failure.title);
        if (failure.isUnclear) await expect(toast).toContainText("look before you repeat it");
        await connectedTo.fail(null);
        await toast.getByRole("button", { name: "Dismiss" }).click();
        await expect(toast).toBeHidden();
      });
    }
  });
});

test.describe("connecting @live", () => {
  test.use({ endpoint: "projects.list" });

  test("every failure of a first look has its words, and the form stays", async ({ page, connectedTo }) => {
    await page.addInitScript(hurry);
    await page.goto("/connect");
    await page.getByLabel("Server address").fill(connectedTo.wire.url);
    await page.getByLabel("Personal API key").fill(connectedTo.emulator.key);
    const connect = page.getByRole("button", { name: "Connect", exact: true });
    const main = page.getByRole("main");
    // A refusal to list projects is no failure here: then the project's id is asked for.
    for (const failure of FAILURES.filter(({ name }) => !name.startsWith("403"))) {
      await test.step(failure.name, async () => {
        await connectedTo.fail(failure);
        await connect.click();
        await expect(main.getByText(failure.title).first()).toBeVisible();
        await expect(page.getByLabel("Server address")).toHaveValue(connectedTo.wire.url);
        await connectedTo.fail(null);
      });
    }
    await connect.click();
    await expect(page.getByRole("link", { name: "Open Demo" })).toBeVisible();
  });
});

for (const [name, origin] of [
  ["a name that nobody knows", () => "https://no-such-host.invalid"],
  ["a server without a valid certificate", (url: string) => url.replace("http:", "https:")],
] as const) {
  test(`${name}: every page says what to check @live`, async ({ page, connectedTo, expectComplaint }) => {
    expectComplaint(/^foreign host: https:\/\/(no-such-host\.invalid|127\.0\.0\.1)/);
    const address = origin(connectedTo.wire.url);
    const session = connectedTo.session.map(
      ([key, value]) => [key, value.replaceAll(connectedTo.wire.url, address)] as const,
    );
    await openApp(page, session);
    const words = page
      .getByRole("main")
      .getByRole("alert")
      .filter({ hasText: "The server cannot be reached" });
    for (const path of [PROJECT, `${PROJECT}?view=bin`, `${PROJECT}/1`, `${PROJECT}/1/edit`]) {
      await goTo(page, path);
      await expect(page).toHaveURL(path);
      await expect(words).toContainText(/name is unknown.*certificate/);
      await goTo(page, "/settings");
      await expect(words).toBeHidden();
    }
    await page.goto("/connect");
    await page.getByLabel("Server address").fill(address);
    await page.getByLabel("Personal API key").fill(connectedTo.emulator.key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByRole("main").getByText("The server cannot be reached")).toBeVisible();
  });
}

test("silence ends in words, and a write says that it may have been done @live", async ({
  page,
  connectedTo,
}) => {
  // The app waits 30 seconds; here they pass a hundred times faster.
  await page.addInitScript(() => {
    const limit = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => limit(ms / 100);
  });
  await openApp(page, connectedTo.session);
  await goTo(page, `${PROJECT}/new`);
  await expect(page.getByRole("row").nth(1)).toBeAttached();
  await connectedTo.wire.set({ kind: "silent", path: /\/subscriptions\// });
  const form = page.getByRole("dialog");
  await form.getByLabel("Dashboard number").fill("201");
  await form.getByRole("textbox", { name: "Recipients" }).fill("ana@example.com,");
  await form.locator("button[type=submit]").click();
  const failed = form.getByRole("alert");
  await expect(failed).toContainText("The server did not answer in time");
  await expect(failed).toContainText("look before you repeat it");

  await page.goto("/settings");
  const main = page.getByRole("main");
  for (const path of [`${PROJECT}?page=2`, `${PROJECT}?view=bin`, `${PROJECT}/1`]) {
    await connectedTo.wire.set({ kind: "silent", path: /\/subscriptions\// });
    await goTo(page, path);
    await expect(main.getByRole("alert").last()).toContainText("The server did not answer in time");
    await expect(main).not.toContainText("may have been done");
    await connectedTo.wire.set(null);
  }
});
