import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBrowserEmulator } from "@/emulator/hosts/browser";
import { buildRequest, createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";
import { createQueue, openIndexedDb, type Persistence } from "./persistence";

const LIST_PATH = "/environments/1/subscriptions/";
const NEW_SUBSCRIPTION = {
  target_type: "slack",
  target_value: "#x",
  frequency: "daily",
  start_date: "2026-11-23T09:00:00Z",
};

async function openTestPersistence(): Promise<Persistence> {
  const persistence = await openIndexedDb();
  if (!persistence) throw new Error("no IndexedDB in this test");
  return persistence;
}

/** Opens the same database again, as a page load or another tab would. */
const openTab = async () => createEmulatorCaller({ persistence: await openTestPersistence() });

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  // Node 20 lacks Web Locks. A single queue for all tabs is equivalent.
  const queue = createQueue();
  vi.stubGlobal("navigator", {
    locks: { request: <Result>(_name: string, work: () => Promise<Result>) => queue(work) },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("stored changes", () => {
  it("survive a reload: created, changed, deleted, and new ids stay unique", async () => {
    const before = await openTab();
    await before.call("POST", LIST_PATH, { body: { ...NEW_SUBSCRIPTION, title: "Kept" } });
    await before.call("PATCH", `${LIST_PATH}1066/`, { body: { title: "Changed" } });
    await before.call("PATCH", `${LIST_PATH}1065/`, { body: { deleted: true } });
    const list = await before.call("GET", LIST_PATH);
    expect(before.emulator.storage).toBe("indexeddb");

    const after = await openTab();
    expect(await after.call("GET", LIST_PATH)).toEqual(list);
    expect((await after.call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION })).body).toMatchObject({
      id: 1068,
    });
  });

  it("include the generation, so that it survives a reload", async () => {
    const before = await openTab();
    before.emulator.generation.set("2026");
    await before.call("PATCH", `${LIST_PATH}1066/`, { body: { title: "Changed" } });
    const after = await openTab();
    expect((await after.call("GET", `${LIST_PATH}1066/`)).body).toMatchObject({
      enabled: true,
      title: "Changed",
    });
    await (await openTestPersistence()).writeSettings("1999", "generation");
    const unknown = await openTab();
    expect((await unknown.call("GET", `${LIST_PATH}1066/`)).body).not.toHaveProperty("enabled");
  });

  it("contain only changes, never the seed", async () => {
    const { call } = await openTab();
    await call("GET", "/environments/2/subscriptions/");
    await call("PATCH", `${LIST_PATH}1066/`, { body: { title: "Changed" } });
    const snapshot = await (await openTestPersistence()).load();
    expect(snapshot?.changes.map(({ store, id }) => [store, id])).toEqual([["1/subscriptions", "1066"]]);
  });

  it("keep the base of their dates until a reset", async () => {
    const first = await openTab();
    const list = await first.call("GET", LIST_PATH);
    const later = () => new Date(TEST_NOW.getTime() + 3 * 86_400_000);
    const second = createEmulatorCaller({ persistence: await openTestPersistence(), now: later });
    const created = (body: unknown) => JSON.stringify(body).match(/"created_at":"[^"]+"/)?.[0];
    expect(created((await second.call("GET", LIST_PATH)).body)).toBe(created(list.body));
    await second.emulator.reset();
    expect(created((await second.call("GET", LIST_PATH)).body)).not.toBe(created(list.body));
  });
});

describe("two tabs", () => {
  it("see each other's changes and share ids", async () => {
    const one = await openTab();
    const other = await openTab();
    await one.call("GET", LIST_PATH);
    await other.call("GET", LIST_PATH);
    const created = await Promise.all([
      one.call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION }),
      other.call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION }),
      one.call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION }),
    ]);
    expect(new Set(created.map((answer) => JSON.stringify(answer.body).match(/"id":\d+/)?.[0])).size).toBe(3);
    expect(await one.call("GET", LIST_PATH)).toEqual(await other.call("GET", LIST_PATH));
    await one.call("PATCH", `${LIST_PATH}1066/`, { body: { title: "From one" } });
    expect((await other.call("GET", `${LIST_PATH}1066/`)).body).toMatchObject({ title: "From one" });
  });

  it("are reset together", async () => {
    const one = await openTab();
    const other = await openTab();
    await one.call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION });
    await other.emulator.reset();
    expect((await one.call("GET", LIST_PATH)).body).toMatchObject({ count: 60 });
    expect((await (await openTab()).call("GET", LIST_PATH)).body).toMatchObject({ count: 60 });
  });
});

describe("without storage", () => {
  it("lives in memory and reports it", async () => {
    const open = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    for (const indexedDB of [undefined, { open }]) {
      vi.stubGlobal("indexedDB", indexedDB);
      expect((await createBrowserEmulator()).storage).toBe("memory");
    }
    const emulator = await createBrowserEmulator();
    emulator.generation.set("2025");
    expect((await emulator.fetch(buildRequest("POST", LIST_PATH, { body: NEW_SUBSCRIPTION }))).status).toBe(
      201,
    );
    expect((await emulator.fetch(buildRequest("GET", `${LIST_PATH}1067/`))).status).toBe(200);
  });

  it("continues in memory when the database never responds", async () => {
    // `open` returns a request that fires no event.
    vi.stubGlobal("indexedDB", Object.assign(new IDBFactory(), { open: () => new EventTarget() }));
    vi.stubGlobal("IDBRequest", EventTarget);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const starting = createBrowserEmulator();
    await vi.advanceTimersByTimeAsync(6_000);
    expect((await starting).storage).toBe("memory");
  });

  it("continues in memory with all changes when saving fails", async () => {
    const persistence = await openTestPersistence();
    const full = {
      ...persistence,
      save: () => Promise.reject(new DOMException("full", "QuotaExceededError")),
    };
    const { call, emulator } = createEmulatorCaller({ persistence: full });
    expect((await call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION })).status).toBe(201);
    expect(emulator.storage).toBe("memory");
    await call("PATCH", `${LIST_PATH}1067/`, { body: { title: "Still here" } });
    expect((await call("GET", `${LIST_PATH}1067/`)).body).toMatchObject({ title: "Still here" });
  });
});

describe("stored faults", () => {
  it("are restored in the next page", async () => {
    const before = await createBrowserEmulator();
    before.faults.set([{ endpoint: "*", kind: "status", status: 503 }]);
    const after = await createBrowserEmulator();
    expect(after.faults.list()).toEqual([{ endpoint: "*", kind: "status", status: 503 }]);
    after.faults.clear();
    expect((await createBrowserEmulator()).faults.list()).toEqual([]);
  });

  it("are ignored when their form is unknown", async () => {
    await (await openTestPersistence()).writeSettings([{ endpoint: "*", kind: "gremlins" }]);
    expect((await createBrowserEmulator()).faults.list()).toEqual([]);
  });
});
