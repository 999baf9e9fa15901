import fc from "fast-check";
import { expect, it } from "vitest";
import { startBulkJob } from "@/data/bulk/bulk-job";
import type { PlannedChange } from "@/data/changes/planned-change";
import { buildSubscription } from "@/testing/build-subscription";
import { createJournalServer } from "@/testing/fake-journal-server";

const NEW = {
  dashboard: 7,
  target_type: "email",
  target_value: "ana@x.co",
  frequency: "daily",
  start_date: "2026-11-02T08:00:00Z",
} as const;

/**
 * With `lost`, the server applies the change, but the response never arrives. With `unreachable`,
 * it doesn't apply the change.
 */
const ANSWERS = ["ok", "lost", "unreachable", 400, 500] as const;
const changes = fc.array(fc.constantFrom("create", "change", "delete"), { minLength: 1, maxLength: 12 });

function untilIdle(job: ReturnType<typeof startBulkJob>): Promise<void> {
  return new Promise((resolve) => {
    const check = () => ["finished", "paused"].includes(job.get().phase) && resolve();
    job.subscribe(check);
    check();
  });
}

it("a run against a server that loses answers creates nothing twice and says done only of what is done", async () => {
  const seen = { lost: 0, retried: 0 };
  await fc.assert(
    fc.asyncProperty(
      changes,
      fc.array(fc.constantFrom(...ANSWERS), { maxLength: 20 }),
      async (kinds, answers) => {
        const server = createJournalServer(...kinds.map((_, index) => ({ title: `Old ${index}` })));
        const plan = kinds.map((kind, index): PlannedChange => {
          const common = { key: `${index}`, name: `${index}`, resource: "subscription" } as const;
          if (kind === "create") return { ...common, kind, body: { ...NEW, title: `New ${index}` } };
          const before = buildSubscription(server.served(index + 1));
          const body = kind === "delete" ? { deleted: true } : { title: `New ${index}` };
          return { ...common, kind: "change", before, body };
        });
        server.answers.push(...answers);
        const job = startBulkJob(server.queries, server.api, { label: "Test", changes: plan });
        const created = (index: number) =>
          server.all().filter(({ title }) => title === `New ${index}`).length;
        for (let round = 0; round < 30; round += 1) {
          await untilIdle(job);
          for (const [index, kind] of kinds.entries()) {
            const status = job.statusAt(index);
            const record = server.served(index + 1);
            const isApplied =
              kind === "create"
                ? created(index) === 1
                : kind === "delete"
                  ? record?.deleted === true
                  : record?.title === `New ${index}`;
            if (status === "done") expect(isApplied).toBe(true);
            if (status === "failed") expect(isApplied).toBe(false);
            if (status === "unknown") seen.lost += 1;
            // Neither retrying nor resuming may repeat a creation.
            if (kind === "create") expect(created(index)).toBeLessThanOrEqual(1);
          }
          if (job.get().phase === "paused") job.resume();
          else if (job.countRetriable() > 0) job.retryFailed();
          else break;
          seen.retried += 1;
        }
        expect(job.get().phase).toBe("finished");
        const { done, unknown } = job.get().counts;
        expect(done + unknown).toBe(kinds.length);
      },
    ),
    { numRuns: 200 },
  );
  // The test is meaningful only if many responses are lost and many jobs are resumed or retried.
  expect(Math.min(seen.lost, seen.retried)).toBeGreaterThan(100);
});
