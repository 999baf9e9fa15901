import { buildApi, buildSubscription } from "@test/support/builders";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startBulkJob } from "@/data/bulk/bulk-job";
import type { PlannedChange } from "@/data/changes/planned-change";
import { memberId } from "@/data/members/members";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { createError } from "@/mocks/scenarios";
import {
  completeJob,
  createScene,
  type EngineScene,
  NOW,
  planLevel,
  planMember,
  planRemoval,
  removeLevels,
  startJob,
  useFakeTime,
} from "./engine-scene";

/** The first response to a change, and the title of its message. */
interface Fault {
  readonly title: string;
  readonly isOutcomeUnknown: boolean;
  /** Creates the response. If undefined, the server never responds. */
  readonly answer?: () => Response;
}

const error = (title: string, status: number, detail = "", headers = {}): Fault => ({
  title,
  isOutcomeUnknown: status >= 500,
  answer: () => Response.json({ type: "error", code: "error", detail, attr: null }, { status, headers }),
});

/** Creates a fault with a success response that can't be read. */
const unreadable = (title: string, body: string): Fault => ({
  title,
  isOutcomeUnknown: true,
  answer: () => new Response(body),
});

function loseConnection(): Response {
  throw new TypeError("Failed to fetch");
}

/** Creates a response that ends before its body is complete. */
function cutOff(): Response {
  const pull = (controller: ReadableStreamDefaultController) => controller.error(new TypeError("terminated"));
  return new Response(new ReadableStream({ pull }));
}

const UNREADABLE = [
  unreadable("Unexpected response", "<!doctype html><title>Gateway</title>"),
  unreadable("Unexpected response", ""),
  unreadable("Incomplete response", '{"id":'),
  unreadable("Unknown response format", '{"unexpected": true}'),
];
const FAULTS: readonly Fault[] = [
  error("Invalid request", 400, "This field is required."),
  error("Paid feature", 402),
  error("Permission denied", 403, "You don't have sufficient permissions in the project."),
  error("Not found", 404, "Not found."),
  error("Action not supported", 405),
  error("Someone else changed this record", 409),
  error("Too many requests", 429, "", { "Retry-After": "120" }),
  error("Server error", 500),
  error("Server unavailable", 503),
  { title: "Couldn't reach the server", isOutcomeUnknown: true, answer: loseConnection },
  { title: "Connection lost", isOutcomeUnknown: true, answer: cutOff },
  { title: "Request timed out", isOutcomeUnknown: true },
  ...UNREADABLE,
];

const NEW_SUBSCRIPTION = {
  dashboard: 201,
  target_type: "email",
  target_value: "ana@example.com",
  frequency: "weekly",
  start_date: "2026-11-02T08:00:00Z",
} as const;

function planCreation(title: string): PlannedChange {
  const body = { ...NEW_SUBSCRIPTION, title };
  return { key: title, name: title, resource: "subscription", kind: "create", body };
}

beforeEach(useFakeTime);

/**
 * Replaces request timeouts. Call the returned function when a request arrives. It returns a
 * function that ends the request's timeout immediately.
 */
function speedUpTime(): () => () => void {
  let last = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    last = new AbortController();
    return last.signal;
  });
  return () => {
    const mine = last;
    return () => mine.abort();
  };
}

function neverRespond(request: Request, endWait: () => void): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
    endWait();
  });
}

/** Identifies the record that a request changes, or the member that it adds. */
async function keyOf(request: Request): Promise<string> {
  if (request.method !== "POST") return String(new URL(request.url).pathname.split("/").at(-2));
  return (await request.clone().json()).user_uuid;
}

interface FaultyChange {
  readonly change: PlannedChange;
  readonly key: string;
  readonly fault: Fault;
}

/** Plans every kind of change that can be resent, once with each fault. */
async function planEveryKind(scene: EngineScene, faults: readonly Fault[]): Promise<readonly FaultyChange[]> {
  const count = faults.length;
  const [raised, removed] = [scene.members.slice(0, count), scene.members.slice(count, 2 * count)];
  const outsiders = await removeLevels(scene, scene.members.slice(2 * count, 3 * count));
  const deletions = planBulkChanges(scene.records, { kind: "delete" }, NOW);
  const withFault = (changes: readonly PlannedChange[], keys: readonly (string | number)[]) =>
    faults.map((fault, index) => {
      const [change, key] = [changes[index], keys[index]];
      if (change === undefined || key === undefined) throw new Error("too few records");
      return { change, key: String(key), fault };
    });
  return [
    ...withFault(
      deletions,
      scene.records.map(({ id }) => id),
    ),
    ...withFault(
      raised.map((each) => planLevel(each)),
      raised.map(memberId),
    ),
    ...withFault(
      outsiders.map((each) => planMember(each)),
      outsiders,
    ),
    // The response to a removal has no body.
    ...withFault(
      removed.map((each) => planRemoval(each)),
      removed.map(memberId),
    ).filter(({ fault }) => !UNREADABLE.includes(fault)),
  ];
}

/** Runs a job. The first request of each change fails with its fault. The others succeed. */
async function runThroughFaults(
  plan: (scene: EngineScene) => Promise<readonly FaultyChange[]>,
  { isApplied }: { readonly isApplied: boolean },
) {
  const waitOf = speedUpTime();
  const left = new Map<string, Fault>();
  /** Keys of the changes that were received (`sent`) and applied (`done`). */
  const sent: string[] = [];
  const done: string[] = [];
  const scene = await createScene({
    count: FAULTS.length,
    async intercept(request, serve) {
      const endWait = waitOf();
      if (request.method === "GET") return serve(request);
      const key = await keyOf(request);
      const fault = left.get(key);
      left.delete(key);
      sent.push(key);
      if (fault === undefined || isApplied) done.push(key);
      if (fault === undefined) return serve(request);
      if (isApplied) await serve(request.clone());
      return fault.answer ? fault.answer() : neverRespond(request, endWait);
    },
  });
  const planned = await plan(scene);
  for (const { key, fault } of planned) left.set(key, fault);
  const job = startJob(
    scene,
    planned.map(({ change }) => change),
  );
  /** The first reason of each change, by index. A change that only paused the job has the reasons of all pauses. */
  const reasons = new Map<number, string>();
  const pauses: string[] = [];
  await completeJob(job, () => {
    const { phase, problem } = job.get();
    if (phase === "paused" && problem) pauses.push(`${problem.title}. ${problem.detail}`);
    for (const index of planned.keys()) {
      const { status = "waiting", reason = null } = job.get().items[index] ?? {};
      if (["failed", "unknown"].includes(status) && reason !== null && !reasons.has(index))
        reasons.set(index, reason);
    }
  });
  expect(job.get().phase).toBe("finished");
  for (const [index, { key, fault }] of planned.entries()) {
    // A throttled change is resent automatically.
    if (fault.title === "Too many requests") continue;
    expect(`${key}: ${reasons.get(index) ?? pauses.join("\n")}`).toContain(fault.title);
  }
  return { job, keys: planned.map(({ key }) => key), sent, done };
}

const ANSWERS = ["ok", "lost", "unreachable", 400, 500] as const;
const unclear = FAULTS.filter(({ isOutcomeUnknown }) => isOutcomeUnknown);

describe("a bulk job", () => {
  it("reports each fault at its record and applies each change once", async () => {
    const plan = (scene: EngineScene) => planEveryKind(scene, FAULTS);
    const { job, keys, done } = await runThroughFaults(plan, { isApplied: false });
    expect(job.get().counts.done).toBe(keys.length);
    expect(done.toSorted()).toEqual(keys.toSorted());
  });

  it("sends nothing twice that was applied, however the response was lost", async () => {
    const plan = (scene: EngineScene) => planEveryKind(scene, unclear);
    const { job, keys, sent } = await runThroughFaults(plan, { isApplied: true });
    expect(job.get().counts.done).toBe(keys.length);
    expect(sent.toSorted()).toEqual(keys.toSorted());
  });

  it("creates nothing twice and reports only applied changes as done, whatever is lost", async () => {
    const seen = { lost: 0, retried: 0 };
    const changes = fc.array(fc.constantFrom("create", "change", "delete"), { minLength: 1, maxLength: 12 });
    // With `lost`, the server applies the change, but the response never arrives. With `unreachable`, it doesn't.
    const answers = fc.array(fc.constantFrom(...ANSWERS), { maxLength: 20 });
    const property = fc.asyncProperty(changes, answers, async (kinds, planned) => {
      const records = new Map(
        kinds.map((_, index) => [index + 1, buildSubscription({ id: index + 1, title: `Old ${index}` })]),
      );
      const answersLeft = [...planned];
      // A plain function, because the mocks take much longer for this many requests.
      const api = buildApi({
        async fetch(request) {
          const body = request.method === "GET" ? {} : await request.json();
          const id = Number(/subscriptions\/(\d+)/.exec(request.url)?.[1] ?? records.size + 1);
          if (request.method === "GET") return Response.json(records.get(id));
          const answer = answersLeft.shift() ?? "ok";
          if (typeof answer === "number") return createError(answer, "No.");
          if (answer === "unreachable") return loseConnection();
          records.set(id, buildSubscription({ ...records.get(id), ...body, id }));
          return answer === "lost" ? loseConnection() : Response.json(records.get(id));
        },
      });
      const plan = kinds.map((kind, index): PlannedChange => {
        if (kind === "create") return { ...planCreation(`New ${index}`), key: `${index}` };
        const before = records.get(index + 1) ?? expect.fail();
        const body = kind === "delete" ? { deleted: true } : { title: `New ${index}` };
        return { key: `${index}`, name: `${index}`, resource: "subscription", kind: "change", before, body };
      });
      const job = startBulkJob(api, { label: "Test", changes: plan });
      await completeJob(job, () => {
        seen.retried += 1;
        for (const [index, kind] of kinds.entries()) {
          const { status, reason } = job.get().items[index] ?? {};
          const record = records.get(index + 1);
          const created = [...records.values()].filter(({ title }) => title === `New ${index}`).length;
          const changed = kind === "delete" ? record?.deleted === true : record?.title === `New ${index}`;
          const isApplied = kind === "create" ? created === 1 : changed;
          if (status === "done") expect(isApplied).toBe(true);
          if (status === "failed") expect(isApplied).toBe(false);
          if (status === "unknown") seen.lost += 1;
          // Neither retrying nor resuming may repeat a creation.
          if (kind === "create") expect(created).toBeLessThanOrEqual(1);
          if (kind === "create" && status === "unknown") expect(reason).toContain("Check the list");
        }
      });
      expect(job.get().phase).toBe("finished");
      const { done, unknown } = job.get().counts;
      expect(done + unknown).toBe(kinds.length);
    });
    await fc.assert(property, { numRuns: 60 });
    // The test is meaningful only if many responses are lost and many jobs are resumed or retried.
    expect(Math.min(seen.lost, seen.retried - 60)).toBeGreaterThan(30);
  });
});
