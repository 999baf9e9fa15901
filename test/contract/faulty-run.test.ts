import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listSubscriptions } from "@/contract/subscriptions";
import type { Api } from "@/data/api-context";
import { type BulkRun, startBulkRun } from "@/data/bulk-run";
import { createEmulator } from "@/emulator/emulator";
import { planBulk } from "@/features/subscriptions/bulk/bulk-plan";
import { createClient } from "@/http/client";
import { FAULTS, type Fault } from "../journeys/fault-answers";

const NOW = new Date("2026-11-21T10:00:00Z");
const CONNECTION = {
  id: "faulty",
  label: "Faulty",
  baseUrl: "http://faulty.example",
  prefix: "environments",
  key: "phx_demo_all",
} as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Makes no time pass for who waits for an answer: called as a request comes in, gives what ends the wait for it. */
function holdTime(): () => () => void {
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

function silence(request: Request, endWait: () => void): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
    endWait();
  });
}

/** A run over as many deliveries as there are faults. The first write of each meets another fault. */
async function runThrough(faults: readonly Fault[], isDone: boolean) {
  const emulator = createEmulator({ seed: 7, now: () => NOW });
  const waitOf = holdTime();
  const left = new Map<number, Fault>();
  /** Writes that the server was sent, and those that it did, by the id of their record. */
  const sent: number[] = [];
  const done: number[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const endWait = waitOf();
    if (request.method !== "PATCH") return emulator.fetch(request);
    const id = Number(new URL(request.url).pathname.split("/").at(-2));
    const fault = left.get(id);
    left.delete(id);
    sent.push(id);
    if (fault === undefined || isDone) done.push(id);
    if (fault === undefined) return emulator.fetch(request);
    if (isDone) await emulator.fetch(request.clone());
    return fault.answer ? fault.answer() : silence(request, endWait);
  };
  const client = createClient({
    connection: CONNECTION,
    sleep: () => Promise.resolve(),
    random: () => 0,
    fetch,
  });
  const api: Api = { client, projectId: "2" };
  const page = await client.request(listSubscriptions, {
    path: { project_id: "2" },
    query: { limit: faults.length },
  });
  const records = page.results.slice(0, faults.length);
  expect(records).toHaveLength(faults.length);
  records.forEach(({ id }, place) => {
    const fault = faults[place];
    if (fault) left.set(id, fault);
  });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  // Nothing is looked at before a move to the bin, so only an unclear answer makes a retry look.
  const writes = planBulk(records, { kind: "delete" }, NOW);
  const run = startBulkRun(queries, api, { label: "Through faults", writes });
  return { run, records, sent, done };
}

async function atRest(run: BulkRun): Promise<void> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    if (["finished", "stopped", "paused"].includes(run.get().phase)) return;
    await vi.advanceTimersByTimeAsync(run.get().phase === "throttled" ? 1_000 : 10);
  }
  throw new Error(`still ${run.get().phase}`);
}

/** Goes on and tries again as a person would, until all is done; gives what was said meanwhile, by place. */
async function carryThrough(run: BulkRun): Promise<ReadonlyMap<number, string>> {
  const words = new Map<number, string>();
  const pauses: string[] = [];
  for (let press = 0; press < 100; press += 1) {
    await atRest(run);
    for (const place of run.writes.keys()) {
      const status = run.statusAt(place);
      const reason = run.reasonAt(place);
      if ((status === "failed" || status === "unknown") && reason !== null && !words.has(place))
        words.set(place, reason);
    }
    const { phase, problem, counts } = run.get();
    if (phase === "paused" && problem) pauses.push(`${problem.title}. ${problem.detail}`);
    if (phase === "paused") run.goOn();
    else if (counts.failed + counts.unknown > 0) run.retryFailed();
    else break;
  }
  for (const place of run.writes.keys()) if (!words.has(place)) words.set(place, pauses.join("\n"));
  return words;
}

/** Behind these it waits for as long as it is asked to, and says so by a clock. */
const isWaitedFor = ({ title }: Fault) => title === "The server asks to slow down";

/** These stop the whole run. They are apart from each other: of several at once the first is told. */
const isForAll = ({ name }: Fault) => /^(401|402|403 for a scope)/.test(name);
const apart = FAULTS.filter(isForAll).reduce<readonly Fault[]>(
  (faults, fault, place) => faults.toSpliced(10 * (place + 1), 0, fault),
  FAULTS.filter((fault) => !isForAll(fault)),
);

// A loop that comes to no end says in which phase, before this.
vi.setConfig({ testTimeout: 120_000 });

it("a run through every fault says each at its record, and does each write once", async () => {
  const { run, records, done } = await runThrough(apart, false);
  const words = await carryThrough(run);
  expect(run.get().phase).toBe("finished");
  expect(run.get().counts.done).toBe(apart.length);
  expect(done.toSorted()).toEqual(records.map(({ id }) => id).toSorted());
  for (const [place, fault] of apart.entries())
    if (!isWaitedFor(fault)) expect(words.get(place)).toContain(fault.title);
});

it("a run whose writes were done, and whose answers were lost in every way, sends nothing twice", async () => {
  const unclear = FAULTS.filter(({ isUnclear }) => isUnclear);
  expect(unclear.length).toBeGreaterThan(15);
  const { run, records, sent } = await runThrough(unclear, true);
  await carryThrough(run);
  expect(run.get().phase).toBe("finished");
  expect(run.get().counts.done).toBe(unclear.length);
  expect(sent.toSorted()).toEqual(records.map(({ id }) => id).toSorted());
});
