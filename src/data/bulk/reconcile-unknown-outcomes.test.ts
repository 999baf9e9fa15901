import { buildSubscription } from "@test/support/builders";
import { createTestProject, type TestProject } from "@test/support/test-project";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { memoryOnly } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import { server } from "@/mocks/node";
import { offline } from "@/mocks/scenarios";
import { startBulkJob } from "./bulk-job";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
});

afterEach(() => {
  memoryOnly.clear();
  vi.unstubAllGlobals();
});

/** Starts a deletion whose request never receives a response. */
async function startUnknownDeletion() {
  const project = createTestProject([{}]);
  server.use(offline("subscriptions.update", { once: true }));
  const job = startBulkJob(project.api, {
    label: "Delete",
    changes: [
      {
        key: "1",
        name: "Sales",
        resource: "subscription",
        kind: "change",
        before: buildSubscription({ id: 1, target_value: "ana@x.co" }),
        body: { deleted: true },
        precondition: ["target_value"],
      },
    ],
  });
  await vi.waitFor(() => expect(job.get().items[0]?.status).toBe("unknown"));
  await vi.waitFor(async () => expect(await outcomesOf(project)).toEqual(["unknown"]));
  return { project, job };
}

async function outcomesOf({ api }: TestProject) {
  return (await readJournal(api)).map(({ outcome }) => outcome);
}

it("doesn't say that a change was not applied if a retry resends nothing", async () => {
  const { project, job } = await startUnknownDeletion();
  project.putSubscription({ id: 1, target_value: "else@x.co" });
  job.retryFailed();
  await vi.waitFor(() => expect(job.get().items[0]?.status).toBe("changed"));
  expect(project.sent()).toHaveLength(1);
  const [entry] = await readJournal(project.api);
  expect(entry).toMatchObject({
    outcome: "unknown",
    reason: expect.stringContaining("may still arrive"),
  });
});

it("says that a change was not applied only when a stopped retry continues and resends it", async () => {
  const { project, job } = await startUnknownDeletion();
  job.retryFailed();
  job.stop();
  await vi.waitFor(() => expect(job.get().phase).toBe("stopped"));
  expect(await outcomesOf(project)).toEqual(["unknown"]);
  job.resume();
  await vi.waitFor(() => expect(job.get().phase).toBe("finished"));
  expect(job.get().items[0]?.status).toBe("done");
  await vi.waitFor(async () => expect(await outcomesOf(project)).toEqual(["done", "refused"]));
});
