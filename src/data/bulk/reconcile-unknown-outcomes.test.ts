import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readJournal } from "@/data/journal/journal-store";
import { memoryOnly } from "@/data/journal/tab-id";
import { buildSubscription } from "@/testing/build-subscription";
import { createJournalServer } from "@/testing/fake-journal-server";
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
  const server = createJournalServer({ dashboard: 7 });
  server.answers.push("unreachable");
  const job = startBulkJob(server.queries, server.api, {
    label: "Delete",
    changes: [
      {
        key: "1",
        name: "Sales",
        resource: "subscription",
        kind: "change",
        before: buildSubscription(server.served(1)),
        body: { deleted: true },
        precondition: ["target_value"],
      },
    ],
  });
  await vi.waitFor(() => expect(job.statusAt(0)).toBe("unknown"));
  await vi.waitFor(async () => expect(await outcomesOf(server)).toEqual(["unknown"]));
  return { server, job };
}

async function outcomesOf({ api }: ReturnType<typeof createJournalServer>) {
  return (await readJournal(api)).map(({ outcome }) => outcome);
}

it("doesn't say that a change was not applied if a retry resends nothing", async () => {
  const { server, job } = await startUnknownDeletion();
  server.change(1, { target_value: "else@x.co" });
  job.retryFailed();
  await vi.waitFor(() => expect(job.statusAt(0)).toBe("changed"));
  expect(server.sent).toHaveLength(1);
  const [entry] = await readJournal(server.api);
  expect(entry).toMatchObject({
    outcome: "unknown",
    reason: expect.stringContaining("may still arrive"),
  });
});

it("says that a change was not applied only when a stopped retry continues and resends it", async () => {
  const { server, job } = await startUnknownDeletion();
  job.retryFailed();
  job.stop();
  await vi.waitFor(() => expect(job.get().phase).toBe("stopped"));
  expect(await outcomesOf(server)).toEqual(["unknown"]);
  job.resume();
  await vi.waitFor(() => expect(job.get().phase).toBe("finished"));
  expect(job.statusAt(0)).toBe("done");
  await vi.waitFor(async () => expect(await outcomesOf(server)).toEqual(["done", "refused"]));
});
