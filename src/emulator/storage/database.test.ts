// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { createDemoProjects } from "@/emulator/dispatch/auth";
import { createBrowserEmulator } from "@/emulator/hosts/browser";
import { createEmulator, FAULTS_KEY } from "@/emulator/hosts/emulator";
import { buildRequest, createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";
import { createDatabase, DATA_KEY } from "./database";

const LIST_PATH = "/environments/1/subscriptions/";
const NEW_SUBSCRIPTION = {
  target_type: "slack",
  target_value: "#x",
  frequency: "daily",
  start_date: "2026-11-23T09:00:00Z",
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Starts the emulator with the data of the browser, as a page load or another tab would. */
const openTab = () => createEmulatorCaller({ browserStorage: localStorage });

describe("writes", () => {
  const [project] = createDemoProjects(1);

  function createTestDatabase() {
    if (!project) throw new Error("no project");
    const database = createDatabase({ storage: null, seed: 1, now: () => new Date(0) });
    const row = (id: string) => database.store(project, "notes").changes.get(id)?.row;
    const write = (id: string, value: unknown) => database.store(project, "notes").write(id, value);
    return { database, row, write };
  }

  it("are rolled back when they fail halfway", async () => {
    const { database, row, write } = createTestDatabase();
    await database.write(async () => write("1", "first"));
    const failing = database.write(async () => {
      write("1", "second");
      write("2", "new");
      write("1", "third");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([row("1"), row("2")]).toEqual(["first", undefined]);
  });

  it("run one after the other, regardless of their waits", async () => {
    const { database, row, write } = createTestDatabase();
    const add = () =>
      database.write(async () => {
        const before = Number(row("sum") ?? 0);
        await Promise.resolve();
        write("sum", before + 1);
      });
    await Promise.all([add(), add(), add()]);
    expect(row("sum")).toBe(3);
  });
});

describe("stored changes", () => {
  it("survive a reload: created, changed, deleted, and new ids stay unique", async () => {
    const before = openTab();
    await before.call("POST", LIST_PATH, { body: { ...NEW_SUBSCRIPTION, title: "Kept" } });
    await before.call("PATCH", `${LIST_PATH}1066/`, { body: { title: "Changed" } });
    await before.call("PATCH", `${LIST_PATH}1065/`, { body: { deleted: true } });
    const list = await before.call("GET", LIST_PATH);
    expect(before.emulator.storage).toBe("browser");

    const after = openTab();
    expect(await after.call("GET", LIST_PATH)).toEqual(list);
    expect((await after.call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION })).body).toMatchObject({
      id: 1068,
    });
  });

  it("contain only changes, never the seed", async () => {
    await openTab().call("PATCH", `${LIST_PATH}1066/`, { body: { title: "Changed" } });
    expect(JSON.parse(localStorage.getItem(DATA_KEY) ?? "").changes).toMatchObject([
      { store: "1/subscriptions", id: "1066" },
    ]);
  });

  it("keep the base of their dates until a reset", async () => {
    const later = new Date(TEST_NOW.getTime() + 40 * 86_400_000);
    openTab();
    const emulator = createEmulator({ browserStorage: localStorage, now: later });
    const readDates = async () =>
      JSON.stringify(await (await emulator.fetch(buildRequest("GET", LIST_PATH))).json());
    const before = await readDates();
    await emulator.reset();
    expect(await readDates()).not.toBe(before);
  });

  it.each(["{", '{"version":0}'])("are ignored when they can't be read: %s", async (text) => {
    localStorage.setItem(DATA_KEY, text);
    expect((await openTab().call("GET", LIST_PATH)).body).toMatchObject({ count: 60 });
  });

  it("are seen by other tabs, which share ids and resets", async () => {
    const [one, other] = [openTab(), openTab()];
    await one.call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION });
    expect((await other.call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION })).body).toMatchObject({
      id: 1068,
    });
    expect(await one.call("GET", LIST_PATH)).toEqual(await other.call("GET", LIST_PATH));
    await other.emulator.reset();
    expect((await one.call("GET", LIST_PATH)).body).toMatchObject({ count: 60 });
  });

  it("continue in memory when storage is full", async () => {
    const { call, emulator } = openTab();
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect((await call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION })).status).toBe(201);
    expect(emulator.storage).toBe("memory");
    await call("PATCH", `${LIST_PATH}1067/`, { body: { title: "Still here" } });
    expect((await call("GET", `${LIST_PATH}1067/`)).body).toMatchObject({ title: "Still here" });
  });

  it("are removed by a reset after storage was full", async () => {
    const { call, emulator } = openTab();
    await call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION });
    const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION });
    setItem.mockRestore();
    await emulator.reset();
    expect(emulator.storage).toBe("browser");
    expect((await openTab().call("GET", LIST_PATH)).body).toMatchObject({ count: 60 });
  });

  it("continue in memory when storage is forbidden", async () => {
    vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("forbidden", "SecurityError");
    });
    const emulator = createBrowserEmulator();
    expect(emulator.storage).toBe("memory");
    emulator.generation.set("2025");
    const created = await emulator.fetch(buildRequest("POST", LIST_PATH, { body: NEW_SUBSCRIPTION }));
    expect(created.status).toBe(201);
  });
});

describe("stored settings", () => {
  it("are restored in the next page", () => {
    const before = createBrowserEmulator();
    before.faults.set([{ endpoint: "*", kind: "status", status: 503 }]);
    before.generation.set("2025");
    const after = createBrowserEmulator();
    expect(after.faults.list()).toEqual([{ endpoint: "*", kind: "status", status: 503 }]);
    expect(after.generation.current()).toBe("2025");
    after.faults.clear();
    expect(createBrowserEmulator().faults.list()).toEqual([]);
  });

  it("are shared with an open tab", () => {
    const emulator = createBrowserEmulator();
    const newValue = JSON.stringify([{ endpoint: "*", kind: "status", status: 503 }]);
    window.dispatchEvent(new StorageEvent("storage", { key: FAULTS_KEY, newValue }));
    expect(emulator.faults.list()).toEqual([{ endpoint: "*", kind: "status", status: 503 }]);
  });

  it.each(['[{"endpoint":"*","kind":"gremlins"}]', "{"])("are ignored when unknown: %s", (text) => {
    localStorage.setItem(FAULTS_KEY, text);
    localStorage.setItem("environs.demo-generation", text);
    const emulator = createBrowserEmulator();
    expect(emulator.faults.list()).toEqual([]);
    expect(emulator.generation.current()).toBe("2026");
  });
});
