import { createTestProject, type TestProject } from "@test/support/test-project";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { forgetCollections } from "@/data/collection/use-collection";
import { server } from "@/mocks/node";
import { override, refuse } from "@/mocks/scenarios";
import { addCreatedExport, type ExportChange, watchPendingExports } from "./export-polling";
import { exportCollection, exportKey, exportQueries, findCachedExport } from "./exports";

const SECOND = 1_000;

beforeEach(() => {
  // Without jitter.
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
});

/** Creates pending exports with IDs from 101. */
function createExports(count: number): TestProject {
  const project = createTestProject();
  for (let index = 0; index < count; index += 1) project.putExport({ id: 101 + index });
  return project;
}

/** Returns what was requested of exports: an ID, or a page of the list. */
const asked = ({ requests }: TestProject) => requests.map(({ url }) => url.replace(/^.*\/exports\//, ""));
const finish = (project: TestProject, id: number) => project.putExport({ id, durationMs: 0 });

async function watchExports(project: TestProject) {
  const { api } = project;
  await exportCollection(api).prefetch();
  project.requests.length = 0;
  const notified: (readonly ExportChange[])[] = [];
  const stop = watchPendingExports(api, (changes) => notified.push(changes));
  onTestFinished(stop);
  const describeNotified = () =>
    notified.map((each) => each.map(({ kind, record }) => `${kind} ${record.id}`));
  return { stop, describeNotified };
}

describe("polling exports", () => {
  it("polls one export by ID, and several with a list page", async () => {
    const one = createExports(1);
    const { stop } = await watchExports(one);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(asked(one)).toEqual(["101/"]);
    stop();

    const many = createExports(7);
    const other = await watchExports(many);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(asked(many)).toEqual(["?limit=100&offset=0"]);
    other.stop();
  });

  it("slows down to every 30 seconds until something changes", async () => {
    const project = createExports(2);
    const { describeNotified } = await watchExports(project);
    const counts: number[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      const before = project.requests.length;
      await vi.advanceTimersByTimeAsync(60 * SECOND);
      counts.push(project.requests.length - before);
    }
    expect(counts[0]).toBeLessThanOrEqual(7);
    expect(counts.slice(2)).toEqual([2, 2, 2]);
    finish(project, 101);
    for (let second = 0; second < 30 && describeNotified().length === 0; second += 1) {
      await vi.advanceTimersByTimeAsync(SECOND);
    }
    expect(describeNotified()).toEqual([["ready 101"]]);
    const before = project.requests.length;
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(project.requests.length - before).toBeGreaterThan(1);
  });

  it("reports changes of one poll together, and updates list and cache", async () => {
    const project = createExports(3);
    const { api } = project;
    await api.queryClient.fetchQuery(exportQueries.detail(api, 101));
    const { describeNotified } = await watchExports(project);
    finish(project, 101);
    project.putExport({ id: 102, exception: "Timeout.", durationMs: 0 });
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(describeNotified()).toEqual([["failed 102", "ready 101"]]);
    expect(findCachedExport(api, 101)).toMatchObject({ has_content: true });
    expect(findCachedExport(api, 102)).toMatchObject({ exception: "Timeout." });
    expect(api.queryClient.getQueryData(exportKey(api, 101))).toMatchObject({ has_content: true });
    await vi.advanceTimersByTimeAsync(120 * SECOND);
    expect(describeNotified()).toHaveLength(1);
  });

  it("reports deleted exports, and removes them from the list", async () => {
    const project = createExports(3);
    const { api } = project;
    await api.queryClient.fetchQuery(exportQueries.detail(api, 102));
    const { describeNotified } = await watchExports(project);
    project.exports.remove("102");
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(describeNotified()).toEqual([["gone 102"]]);
    expect(exportCollection(api).get()).toMatchObject({ count: 2 });
    expect(findCachedExport(api, 102)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(describeNotified()).toHaveLength(1);
    expect(asked(project).filter((each) => each === "102/")).toHaveLength(1);
  });

  it("polls exports by ID that are missing from the list", async () => {
    const project = createExports(1);
    for (let made = 0; made < 350; made += 1) project.putExport({ durationMs: 0 });
    project.putExport();
    const { api } = project;
    await api.queryClient.fetchQuery(exportQueries.detail(api, 101));
    const { describeNotified } = await watchExports(project);
    finish(project, 101);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(asked(project)).toEqual([
      "?limit=100&offset=0",
      "?limit=100&offset=100",
      "?limit=100&offset=200",
      "101/",
    ]);
    expect(describeNotified()).toEqual([["ready 101"]]);
  });

  it("shares one poll between watchers, and ends with the last one", async () => {
    const project = createExports(2);
    const first = await watchExports(project);
    const second = await watchExports(project);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(project.requests).toHaveLength(1);
    first.stop();
    finish(project, 101);
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect([first.describeNotified(), second.describeNotified()]).toEqual([[], [["ready 101"]]]);
    second.stop();
    const before = project.requests.length;
    await vi.advanceTimersByTimeAsync(300 * SECOND);
    expect(project.requests).toHaveLength(before);
  });

  it("ends when the backend is disposed", async () => {
    const project = createExports(2);
    await watchExports(project);
    project.api.dispose();
    await vi.advanceTimersByTimeAsync(300 * SECOND);
    expect(asked(project)).toEqual([]);
  });

  it("reports changes found by other requests", async () => {
    const project = createExports(2);
    const { describeNotified } = await watchExports(project);
    finish(project, 102);
    await project.api.queryClient.fetchQuery(exportQueries.detail(project.api, 102));
    expect(describeNotified()).toEqual([["ready 102"]]);
    expect(findCachedExport(project.api, 102)).toMatchObject({ has_content: true });
    expect(asked(project)).toEqual(["102/"]);
  });

  it("starts over when the demo is reset", async () => {
    const project = createExports(1);
    const { api } = project;
    const { describeNotified } = await watchExports(project);
    finish(project, 101);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    project.putExport({ id: 101, durationMs: 60 * SECOND });
    await api.queryClient.resetQueries();
    forgetCollections(api);
    await exportCollection(api).prefetch();
    addCreatedExport(api, await api.queryClient.fetchQuery(exportQueries.detail(api, 101)));
    finish(project, 101);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(describeNotified()).toEqual([["ready 101"], ["ready 101"]]);
  });

  it("replaces an outdated copy from a slow response", async () => {
    const project = createExports(1);
    const { api } = project;
    const { describeNotified } = await watchExports(project);
    const old = await api.queryClient.fetchQuery(exportQueries.detail(api, 101));
    api.queryClient.removeQueries({ queryKey: exportKey(api, 101) });
    finish(project, 101);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(describeNotified()).toEqual([["ready 101"]]);
    api.queryClient.setQueryData(exportKey(api, 101), old);
    expect(api.queryClient.getQueryData(exportKey(api, 101))).toMatchObject({ has_content: true });
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(describeNotified()).toHaveLength(1);
  });

  it("reports a deleted export once, also to remaining watchers", async () => {
    const project = createExports(1);
    const { api } = project;
    const old = await api.queryClient.fetchQuery(exportQueries.detail(api, 101));
    const first = await watchExports(project);
    project.exports.remove("101");
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(first.describeNotified()).toEqual([["gone 101"]]);
    // The page's cache still contains the pending copy.
    api.queryClient.setQueryData(exportKey(api, 101), old);
    first.stop();
    const second = await watchExports(project);
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(second.describeNotified()).toEqual([]);
  });

  it("reports exports created without a watcher to the next one", async () => {
    const project = createTestProject();
    const { api } = project;
    const { id } = project.putExport({ durationMs: 0 });
    addCreatedExport(api, await api.queryClient.fetchQuery(exportQueries.detail(api, id)));
    const first = await watchExports(project);
    expect(first.describeNotified()).toEqual([[`ready ${id}`]]);
    first.stop();
    const second = await watchExports(project);
    expect(second.describeNotified()).toEqual([]);
  });

  it("polls in turns if there are too many exports", async () => {
    const project = createExports(8);
    for (let made = 0; made < 300; made += 1) project.putExport({ durationMs: 0 });
    const { api } = project;
    await watchExports(project);
    for (let id = 101; id <= 108; id += 1) await api.queryClient.fetchQuery(exportQueries.detail(api, id));
    project.requests.length = 0;
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    const singles = new Set(asked(project).filter((each) => !each.startsWith("?")));
    expect(singles.size).toBe(8);
  });
});

it("while the document is hidden pauses, and polls immediately when visible again", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get");
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
  const project = createExports(2);
  project.api.queryClient.mount();
  const { describeNotified } = await watchExports(project);
  show("hidden");
  finish(project, 101);
  await vi.advanceTimersByTimeAsync(600 * SECOND);
  expect(asked(project)).toEqual([]);
  show("visible");
  await vi.advanceTimersByTimeAsync(0);
  expect(describeNotified()).toEqual([["ready 101"]]);
  // Switching tabs must not cause additional requests.
  for (let times = 0; times < 10; times += 1) {
    show("hidden");
    show("visible");
  }
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(project.requests).toHaveLength(1);
  project.api.queryClient.unmount();
});

describe("when polling fails", () => {
  it("waits as long as the server demands", async () => {
    const project = createExports(2);
    await watchExports(project);
    const throttle = () => new HttpResponse(null, { status: 429, headers: { "Retry-After": "90" } });
    server.use(override("exports.list", throttle, { once: true }));
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    const before = project.requests.length;
    await vi.advanceTimersByTimeAsync(89 * SECOND);
    expect(project.requests).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(project.requests.length).toBeGreaterThan(before);
  });

  it("continues after a temporary failure", async () => {
    const project = createExports(2);
    const { describeNotified } = await watchExports(project);
    server.use(...Array.from({ length: 4 }, () => refuse("exports.list", 503, { once: true })));
    finish(project, 101);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(describeNotified()).toEqual([]);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(describeNotified()).toEqual([["ready 101"]]);
  });

  it("stops after a permanent failure until the next new export", async () => {
    const project = createExports(2);
    await watchExports(project);
    const { api } = project;
    server.use(refuse("exports.list", 403, { once: true }));
    await vi.advanceTimersByTimeAsync(600 * SECOND);
    expect(project.requests).toHaveLength(1);
    const { id } = project.putExport();
    addCreatedExport(api, await api.queryClient.fetchQuery(exportQueries.detail(api, id)));
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(asked(project).at(-1)).toContain("?limit");
  });

  it("distinguishes a missing endpoint from a missing export", async () => {
    const project = createExports(1);
    const { describeNotified } = await watchExports(project);
    server.use(refuse("exports.get", 404, { detail: "Project not found.", once: true }));
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect([describeNotified(), project.requests.length]).toEqual([[], 1]);
  });
});
