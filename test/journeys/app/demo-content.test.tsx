import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, it, vi } from "vitest";
import { createDemoBackend, type Demo, type DemoScenario } from "@/app/connection/backend";
import { addDemoContent, restoreDemoContent } from "@/app/demo/demo-content";
import type { Api } from "@/data/backend/backend";
import { readSavedViews } from "@/data/browser-storage/project-settings";
import { clearJournal, readJournal } from "@/data/journal/journal-store";
import { planUndo } from "@/data/undo/plan-undo";
import { addVitalPaths } from "@/data/web-vitals/web-vitals";
import { createMockServer } from "../../support/mock-server";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  localStorage.clear();
  return () => {
    localStorage.clear();
    vi.unstubAllGlobals();
  };
});

function createDemo(): { readonly demo: Demo; readonly api: Api } {
  const mocks = createMockServer({ profile: "newer" });
  let scenarios: readonly DemoScenario[] = [];
  const controls: Demo["controls"] = {
    storage: async () => mocks.db.storage,
    reset: async () => mocks.db.reset(),
    scenarios: async () => scenarios,
    setScenarios: async (next) => {
      scenarios = next;
    },
    profile: async () => mocks.db.profile,
    setProfile: async (profile) => mocks.db.setProfile(profile),
  };
  const demo: Demo = { fetch: (request) => mocks.fetch(request), controls };
  return { demo, api: { ...createDemoBackend(demo), projectId: "1" } };
}

const readBoard = (): unknown => JSON.parse(localStorage.getItem("environs.vital-paths.demo.1") ?? "null");
const viewNames = (api: Api) => readSavedViews(api, "subscriptions").map(({ name }) => name);

it("says that its changes are part of the demo, and can undo each change or says why not", async () => {
  const { demo, api } = createDemo();
  await addDemoContent(demo);
  const entries = await readJournal(api);
  expect(new Set(entries.map(({ reason }) => reason))).toEqual(
    new Set(["This change is part of the demo data. You didn't make it."]),
  );
  const plan = await planUndo(api, entries);
  expect(
    plan.map(({ change }) => ("why" in change ? ["refused", change.why] : ["step", change.name])),
  ).toEqual([
    ["refused", "Creating an export can't be undone. Exports are deleted when they expire."],
    ["step", "Retention"],
    ["step", "Campaign results"],
    ["step", "Email opens by campaign"],
    ["step", "Acquisition by channel"],
    ["step", "Mei Tanaka"],
    ["step", "Old pricing page"],
    ["step", "Pipeline review, after the holidays"],
  ]);
});

it("is added once, so that removed content stays removed", async () => {
  const { demo, api } = createDemo();
  await addDemoContent(demo);
  expect(viewNames(api)).toEqual(["Next 7 days", "Growth overview", "Overdue"]);
  localStorage.removeItem("environs.views.demo.1.subscriptions");
  localStorage.setItem("environs.vital-paths.demo.1", JSON.stringify({ board: [], seen: [] }));
  await clearJournal(api);
  await addDemoContent(demo);
  expect(viewNames(api)).toEqual([]);
  expect(readBoard()).toEqual({ board: [], seen: [] });
  expect(await readJournal(api)).toEqual([]);
});

it("leaves the user's own content unchanged", async () => {
  const { demo, api } = createDemo();
  const own = [{ id: "own", name: "Mine", search: "q=mine" }];
  localStorage.setItem("environs.views.demo.1.subscriptions", JSON.stringify(own));
  addVitalPaths(api, ["/own"]);
  await addDemoContent(demo);
  expect(readSavedViews(api, "subscriptions")).toEqual(own);
  expect(readBoard()).toEqual({ board: ["/own"], seen: ["/own"] });
});

it("is restored by a reset, next to the user's own content", async () => {
  const { demo, api } = createDemo();
  await addDemoContent(demo);
  const own = [{ id: "own", name: "Overdue", search: "q=mine" }];
  localStorage.setItem("environs.views.demo.1.subscriptions", JSON.stringify(own));
  localStorage.setItem("environs.vital-paths.demo.1", JSON.stringify({ board: ["/own", "/blog"], seen: [] }));
  const before = await readJournal(api);
  await restoreDemoContent(demo);
  expect(readSavedViews(api, "subscriptions")[0]).toEqual(own[0]);
  expect(viewNames(api)).toEqual(["Overdue", "Next 7 days", "Growth overview"]);
  expect(readBoard()).toMatchObject({
    board: ["/own", "/blog", "/app/dashboard", "/checkout/review", "/app/insights", "/checkout", "/signup"],
  });
  expect((await readJournal(api)).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
});
