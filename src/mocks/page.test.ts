// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DATA_KEY } from "./db";
import { createDemoBackend } from "./page";

const LIST = "/environments/1/subscriptions/";
const NEW_SUBSCRIPTION = {
  insight: 4001,
  target_type: "email",
  target_value: "ana@x.co",
  frequency: "daily",
  interval: 1,
  start_date: "2026-11-23T09:00:00Z",
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
});

/** Opens the demo with the data of the browser, as a page load or another tab would. */
function openTab() {
  const demo = createDemoBackend();
  async function call(method: string, path: string, body?: object) {
    const request = new Request(`http://localhost/api${path}`, {
      method,
      headers: { Authorization: "Bearer phx_demo_all", "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await demo.fetch(request)).json();
  }
  return { ...demo, call };
}

/** Tells the page of changes in another tab. */
const notify = (key: string) => window.dispatchEvent(new StorageEvent("storage", { key }));

function fillStorage() {
  return vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
}

describe("stored changes", () => {
  it("survive a reload: created, changed and deleted ones, and new IDs stay unique", async () => {
    const before = openTab();
    await before.call("POST", LIST, { ...NEW_SUBSCRIPTION, title: "Kept" });
    await before.call("PATCH", `${LIST}1066/`, { title: "Changed" });
    await before.call("PATCH", `${LIST}1065/`, { deleted: true });
    const list = await before.call("GET", LIST);
    expect(list.results.map(({ title }: { title: string }) => title).slice(0, 3)).toEqual([
      "Kept",
      "Changed",
      "Board pack",
    ]);
    const after = openTab();
    expect(await after.call("GET", LIST)).toEqual(list);
    expect(await after.call("POST", LIST, NEW_SUBSCRIPTION)).toMatchObject({ id: 1068 });
    expect(JSON.parse(localStorage.getItem(DATA_KEY) ?? "").changes["1/exports"]).toEqual([]);
  });

  it("keep the base of their dates until a reset", async () => {
    await openTab().call("PATCH", `${LIST}1066/`, { title: "Changed" });
    const readStart = async () => (await openTab().call("GET", `${LIST}1065/`)).start_date;
    const before = await readStart();
    vi.setSystemTime("2026-12-31T10:00:00Z");
    expect(await readStart()).toBe(before);
    openTab().db.reset();
    expect(await readStart()).not.toBe(before);
  });

  it.each(["{", '{"version":0}'])("are ignored when they can't be read: %s", async (text) => {
    localStorage.setItem(DATA_KEY, text);
    expect(await openTab().call("GET", LIST)).toMatchObject({ count: 56 });
  });

  it("are seen by other tabs, which share IDs and resets", async () => {
    const [one, other] = [openTab(), openTab()];
    await one.call("POST", LIST, NEW_SUBSCRIPTION);
    expect(await other.call("POST", LIST, NEW_SUBSCRIPTION)).toMatchObject({ id: 1068 });
    notify(DATA_KEY);
    expect(await one.call("GET", LIST)).toMatchObject({ count: 58 });
    other.db.reset();
    notify(DATA_KEY);
    expect(await one.call("GET", LIST)).toMatchObject({ count: 56 });
  });

  it("last until the page closes when storage is full, and a reset removes the stored ones", async () => {
    const { call, db } = openTab();
    await call("POST", LIST, NEW_SUBSCRIPTION);
    const full = fillStorage();
    await call("PATCH", `${LIST}1067/`, { title: "Still here" });
    expect(db.storage).toBe("memory");
    expect(await call("GET", `${LIST}1067/`)).toMatchObject({ title: "Still here" });
    full.mockRestore();
    db.reset();
    expect(db.storage).toBe("browser");
    expect(await openTab().call("GET", LIST)).toMatchObject({ count: 56 });
  });

  it("last until the page closes when storage is forbidden", async () => {
    vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("forbidden", "SecurityError");
    });
    const { call, db } = openTab();
    expect(db.storage).toBe("memory");
    expect(await call("POST", LIST, NEW_SUBSCRIPTION)).toMatchObject({ id: 1067 });
  });
});

describe("scenarios and the profile", () => {
  it("are restored in the next page, and shared with open tabs", () => {
    const [before, open] = [openTab(), openTab()];
    before.db.setScenarios([{ endpoint: "*", name: "offline" }]);
    before.db.setProfile("contract");
    notify(DATA_KEY);
    expect(open.db.scenarios).toEqual([{ endpoint: "*", name: "offline" }]);
    const after = openTab();
    expect([after.db.scenarios, after.db.profile]).toEqual([
      [{ endpoint: "*", name: "offline" }],
      "contract",
    ]);
  });

  it("are ignored when unknown", () => {
    const { db } = openTab();
    db.setScenarios([{ endpoint: "*", name: "gremlins" }]);
    expect([db.scenarios, db.profile]).toEqual([[], "newer"]);
  });
});
