import { createTestProject, type TestProject } from "@test/support/test-project";
import { IDBFactory } from "fake-indexeddb";
import type { RequestHandler } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { memoryOnly } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import { server } from "@/mocks/node";
import { change, createError, loseAnswer, offline, override, refuse } from "@/mocks/scenarios";
import { watchPendingExports } from "./export-polling";
import {
  checkExportRequest,
  dismissExportRequest,
  type ExportRequest,
  listExportRequests,
  requestExports,
  retryExportRequest,
  stopWaiting,
} from "./export-requests";
import { exportCollection, findCachedExport } from "./exports";

const CREATE = "exports.create";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
});

/** Holds the responses to the next creations. `release` sends the first of them. */
function holdResponses(project: TestProject, count = 1, ...next: readonly RequestHandler[]) {
  const releases: (() => void)[] = [];
  const hold = (response: Response) =>
    new Promise<Response>((resolve) => releases.push(() => resolve(response)));
  const held = Array.from({ length: count }, () => change(CREATE, project.handlers, hold, { once: true }));
  server.use(...held, ...next);
  return () => releases.shift()?.();
}

const states = ({ api }: TestProject) => listExportRequests(api).map(({ state }) => state);

async function until(
  project: TestProject,
  ...expected: readonly ExportRequest["state"][]
): Promise<readonly ExportRequest[]> {
  await vi.waitFor(() => expect(states(project)).toEqual(expected));
  return listExportRequests(project.api);
}

function startRequests(project: TestProject, count = 1): readonly string[] {
  const bodies = Array.from({ length: count }, (_, index) => ({
    insight: 4001 + index,
    export_format: "image/png",
  }));
  return requestExports(project.api, bodies);
}

const countAborted = ({ requests }: TestProject) => requests.filter(({ signal }) => signal.aborted).length;

function settled({ api }: TestProject) {
  return vi.waitFor(async () => {
    const entries = await readJournal(api);
    expect(entries.map(({ outcome }) => outcome)).not.toContain("running");
    expect(memoryOnly.size).toBe(0);
    return entries;
  });
}

describe("an export request", () => {
  it("of several is one batch in Activity", async () => {
    const project = createTestProject();
    startRequests(project, 4);
    await until(project, "made", "made", "made", "made");
    const batches = new Set((await settled(project)).map(({ batch }) => JSON.stringify(batch)));
    expect([...batches]).toEqual([expect.stringContaining('"label":"4 exports"')]);
  });

  it("belongs to its project", async () => {
    const project = createTestProject();
    startRequests(project);
    await until(project, "made");
    expect(listExportRequests({ ...project.api, projectId: "2" })).toEqual([]);
  });
});

describe("a failed export request", () => {
  it("has the server's message, and is retried only on demand", async () => {
    const project = createTestProject();
    const { key } = project.api.client.connection;
    server.use(refuse(CREATE, 400, { detail: `No, ${key} may not.`, once: true }));
    const [id = ""] = startRequests(project);
    const [refused] = await until(project, "refused");
    expect(refused?.problem?.detail).toContain("may not");
    expect(project.sent()).toHaveLength(1);
    retryExportRequest(project.api, id);
    const [made] = await until(project, "made");
    expect(made).toMatchObject({ id, problem: null });
    const entries = await settled(project);
    expect(entries.map(({ outcome }) => outcome)).toEqual(["done", "refused"]);
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  it.each([
    ["lost", ({ handlers }: TestProject) => loseAnswer(CREATE, handlers)],
    ["unreachable", () => offline(CREATE)],
    [504, () => refuse(CREATE, 504)],
  ] as const)("with %s has an unknown outcome", async (_, fail) => {
    const project = createTestProject();
    server.use(fail(project));
    startRequests(project);
    await until(project, "unknown");
    expect(project.sent()).toHaveLength(1);
    expect(await settled(project)).toMatchObject([{ outcome: "unknown", recordId: null }]);
  });

  it("refreshes the list if the outcome is unknown", async () => {
    const project = createTestProject();
    project.putExport();
    project.putExport();
    const { api } = project;
    const collection = exportCollection(api);
    collection.start();
    await vi.waitFor(() => expect(collection.get().phase).toBe("complete"));
    const leave = collection.subscribe(() => undefined);
    server.use(loseAnswer(CREATE, project.handlers));
    startRequests(project);
    await until(project, "unknown");
    await vi.waitFor(() => expect(findCachedExport(api, 3)).toBeDefined());
    leave();
  });

  it("rejects waiting requests that would fail the same way", async () => {
    const project = createTestProject();
    const release = holdResponses(project, 1, refuse(CREATE, 402));
    startRequests(project, 4);
    await until(project, "sending", "refused", "refused", "refused");
    expect(project.sent()).toHaveLength(2);
    release();
    await until(project, "made", "refused", "refused", "refused");
  });

  it("delays the others when throttled", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const project = createTestProject();
    const release = holdResponses(project, 1, refuse(CREATE, 429, { detail: "No.", once: true }));
    startRequests(project, 3);
    await until(project, "sending", "refused", "waiting");
    release();
    await until(project, "made", "refused", "waiting");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(project.sent()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_500);
    await until(project, "made", "refused", "made");
  });

  it("sends the others when the user retries, however long the server asks to wait", async () => {
    const project = createTestProject();
    const detail = "Request was throttled. Expected available in 2147484 seconds.";
    const release = holdResponses(project, 1, refuse(CREATE, 429, { detail, once: true }));
    startRequests(project, 3);
    await until(project, "sending", "refused", "waiting");
    release();
    await until(project, "made", "refused", "waiting");
    project.api.client.retryNow();
    await until(project, "made", "refused", "made");
    expect(project.sent()).toHaveLength(3);
  });
});

describe("stopping to wait", () => {
  it("doesn't cancel the export, which appears once created", async () => {
    const project = createTestProject();
    const release = holdResponses(project, 3);
    const [id = ""] = startRequests(project, 3);
    await vi.waitFor(() => expect(project.sent()).toHaveLength(2));
    stopWaiting(project.api, [id]);
    const [request] = await until(project, "unknown", "sending", "sending");
    expect(request?.problem?.title).toBe("Stopped waiting");
    expect(countAborted(project)).toBe(0);
    await vi.waitFor(() => expect(project.sent()).toHaveLength(3));
    release();
    await until(project, "made", "sending", "sending");
  });

  it("still reports the outcome, even a failure", async () => {
    const project = createTestProject();
    let release = () => {};
    const refused = new Promise<Response>((resolve) => {
      release = () => resolve(createError(400, "It has changed its mind."));
    });
    server.use(override(CREATE, () => refused));
    const [id = ""] = startRequests(project);
    await vi.waitFor(() => expect(project.sent()).toHaveLength(1));
    stopWaiting(project.api, [id]);
    release();
    const [request] = await until(project, "refused");
    expect(request?.problem?.detail).toContain("changed its mind");
  });

  it("ignores the first response after a retry", async () => {
    const project = createTestProject();
    const release = holdResponses(project, 2);
    const [id = ""] = startRequests(project);
    await vi.waitFor(() => expect(project.sent()).toHaveLength(1));
    stopWaiting(project.api, [id]);
    retryExportRequest(project.api, id);
    await vi.waitFor(() => expect(project.sent()).toHaveLength(2));
    release();
    await vi.waitFor(async () =>
      expect((await readJournal(project.api)).map(({ outcome }) => outcome)).toContain("done"),
    );
    expect(states(project)).toEqual(["sending"]);
    release();
    const [request] = await until(project, "made");
    expect(request?.record?.id).toBe(2);
  });
});

describe("checking the outcome", () => {
  it("adds it to the list, and reports it if ready", async () => {
    const project = createTestProject();
    project.putExport();
    const { api } = project;
    await exportCollection(api).prefetch();
    const notified: string[] = [];
    const stop = watchPendingExports(api, (changes) => {
      for (const { kind, record } of changes) notified.push(`${kind} ${record.id}`);
    });
    holdResponses(project);
    const [id = ""] = startRequests(project);
    await vi.waitFor(() => expect(project.sent()).toHaveLength(1));
    stopWaiting(api, [id]);
    project.putExport({ id: 2, durationMs: 0 });
    await checkExportRequest(api, id);
    await until(project, "made");
    expect(findCachedExport(api, 2)).toMatchObject({ has_content: true });
    expect(notified).toEqual(["ready 2"]);
    stop();
  });

  it("stays unknown while the server may be working", async () => {
    const project = createTestProject();
    project.putExport();
    server.use(refuse(CREATE, 504));
    const [id = ""] = startRequests(project);
    await until(project, "unknown");
    await settled(project);
    await checkExportRequest(project.api, id);
    const [request] = await until(project, "unknown");
    expect(request?.problem?.title).toBe("Couldn't confirm that the export was created");
  });
});

describe("leaving", () => {
  it("the backend aborts requests and sends no more", async () => {
    const project = createTestProject();
    holdResponses(project, 2);
    startRequests(project, 3);
    await vi.waitFor(() => expect(project.sent()).toHaveLength(2));
    project.api.dispose();
    await until(project, "unknown", "unknown");
    expect([countAborted(project), project.sent().length]).toEqual([2, 2]);
    expect((await settled(project)).map(({ outcome }) => outcome)).toEqual(["unknown", "unknown"]);
  });

  it("the page warns only about unsent requests", async () => {
    const window = new EventTarget();
    vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
    vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
    const isHeldBack = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const project = createTestProject();
    holdResponses(project, 2);
    const ids = startRequests(project, 3);
    expect(isHeldBack()).toBe(true);
    dismissExportRequest(project.api, ids[2] ?? "");
    await vi.waitFor(() => expect(project.sent()).toHaveLength(2));
    expect(isHeldBack()).toBe(false);
    project.api.dispose();
    await settled(project);
  });
});
