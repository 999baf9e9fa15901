import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { deleteMember, type ExplicitMember, listMembers } from "@/contract/members";
import { listSubscriptions } from "@/contract/subscriptions";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import type { PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { memberId, memberName } from "@/data/members/members";
import { createEmulator } from "@/emulator/hosts/emulator";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { type Client, createClient } from "@/http/client";

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

const NEW = {
  dashboard: 201,
  target_type: "email",
  target_value: "ana@example.com",
  frequency: "weekly",
  start_date: "2026-11-02T08:00:00Z",
} as const;

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

interface JobKind {
  readonly name: string;
  readonly method: string;
  readonly endpoint: RegExp;
  readonly planChanges: (client: Client, count: number) => Promise<readonly PlannedChange[]>;
  readonly keyOf: (request: Request) => Promise<string>;
  readonly inapplicable?: readonly Fault[];
}

const PATH = { project_id: "2" };
const lastOf = async ({ url }: Request) => String(new URL(url).pathname.split("/").at(-2));

async function fetchSubscriptions(client: Client, count: number) {
  const page = await client.request(listSubscriptions, { path: PATH, query: { limit: count } });
  expect(page.results).toHaveLength(count);
  return page.results;
}

/** Returns members whose level the API key's owner may change. */
async function listPlainMembers(client: Client, count: number) {
  const { results } = await client.request(listMembers, { path: PATH });
  const plain = results.filter(({ level, parent_level }) => level === 1 && parent_level === 1);
  expect(plain.length).toBeGreaterThanOrEqual(count);
  return plain.slice(0, count);
}

const ofMember = (member: ExplicitMember) =>
  ({ resource: "member", key: memberId(member), name: memberName(member) }) as const;

const JOB_KINDS: readonly JobKind[] = [
  {
    name: "subscriptions moved to Trash",
    method: "PATCH",
    endpoint: /\/subscriptions\/\d+\/$/,
    planChanges: async (client, count) => {
      const changes = planBulkChanges(await fetchSubscriptions(client, count), { kind: "delete" }, NOW);
      return changes.map((change) => ({
        ...change,
        key: change.kind === "change" && "before" in change ? String(change.before.id) : "",
      }));
    },
    keyOf: lastOf,
  },
  {
    name: "levels of members",
    method: "PATCH",
    endpoint: /\/explicit_members\/[^/]+\/$/,
    planChanges: async (client, count) =>
      (await listPlainMembers(client, count)).map((member) => ({
        ...ofMember(member),
        kind: "change",
        before: member,
        body: { level: 8 },
      })),
    keyOf: lastOf,
  },
  {
    name: "removed members",
    method: "DELETE",
    endpoint: /\/explicit_members\/[^/]+\/$/,
    planChanges: async (client, count) =>
      (await listPlainMembers(client, count)).map((member) => ({
        ...ofMember(member),
        kind: "remove",
        before: member,
      })),
    keyOf: lastOf,
    // The response to a removal has no body.
    inapplicable: UNREADABLE,
  },
  {
    name: "added members",
    method: "POST",
    endpoint: /\/explicit_members\/$/,
    async planChanges(client, count) {
      const members = await listPlainMembers(client, count);
      for (const member of members)
        await client.request(deleteMember, {
          path: { ...PATH, parent_membership__user__uuid: memberId(member) },
        });
      return members.map((member) => ({
        ...ofMember(member),
        kind: "create",
        body: { user_uuid: memberId(member), level: 1 },
      }));
    },
    keyOf: async (request) => String(Reflect.get(Object(await request.clone().json()), "user_uuid")),
  },
];

/** Runs a job with a record per fault. The first request of each record fails with its fault. */
async function runJob(kind: JobKind, faults: readonly Fault[], isItemDone: boolean) {
  const emulator = createEmulator({ seed: 7, now: () => NOW });
  const waitOf = speedUpTime();
  const left = new Map<string, Fault>();
  /** Record keys of the received changes (`sent`) and of the applied ones (`done`). */
  const sent: string[] = [];
  const done: string[] = [];
  let isPlanned = false;
  const fetch = async (request: Request): Promise<Response> => {
    const endWait = waitOf();
    const isWrite = request.method === kind.method && kind.endpoint.test(new URL(request.url).pathname);
    if (!isPlanned || !isWrite) return emulator.fetch(request);
    const key = await kind.keyOf(request);
    const fault = left.get(key);
    left.delete(key);
    sent.push(key);
    if (fault === undefined || isItemDone) done.push(key);
    if (fault === undefined) return emulator.fetch(request);
    if (isItemDone) await emulator.fetch(request.clone());
    return fault.answer ? fault.answer() : neverRespond(request, endWait);
  };
  const client = createClient({
    connection: CONNECTION,
    sleep: () => Promise.resolve(),
    random: () => 0,
    fetch,
  });
  const api: Api = { client, projectId: "2" };
  const changes = await kind.planChanges(client, faults.length);
  isPlanned = true;
  changes.forEach(({ key }, place) => {
    const fault = faults[place];
    if (fault) left.set(key, fault);
  });
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  const job = startBulkJob(queryClient, api, { label: "Through faults", changes });
  return { run: job, keys: changes.map(({ key }) => key), sent, done };
}

async function waitForJobEnd(job: BulkJob): Promise<void> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    if (["finished", "stopped", "paused"].includes(job.get().phase)) return;
    await vi.advanceTimersByTimeAsync(job.get().phase === "throttled" ? 1_000 : 10);
  }
  throw new Error(`still ${job.get().phase}`);
}

/**
 * Resumes and retries the job until no change is left. Returns the first failure reason of each
 * change, by index.
 */
async function resumeUntilDone(job: BulkJob): Promise<ReadonlyMap<number, string>> {
  const words = new Map<number, string>();
  const pauses: string[] = [];
  for (let press = 0; press < 100; press += 1) {
    await waitForJobEnd(job);
    for (const place of job.changes.keys()) {
      const status = job.statusAt(place);
      const reason = job.reasonAt(place);
      if ((status === "failed" || status === "unknown") && reason !== null && !words.has(place))
        words.set(place, reason);
    }
    const { phase, problem } = job.get();
    if (phase === "paused" && problem) pauses.push(`${problem.title}. ${problem.detail}`);
    if (phase === "paused") job.resume();
    else if (job.countRetriable() > 0) job.retryFailed();
    else break;
  }
  for (const place of job.changes.keys()) if (!words.has(place)) words.set(place, pauses.join("\n"));
  return words;
}

const isThrottling = ({ title }: Fault) => title === "Too many requests";

// Long enough for `waitForJobEnd` to fail first, because its error names the phase of a stuck job.
vi.setConfig({ testTimeout: 120_000 });

describe.each(JOB_KINDS)("a bulk job over $name", (kind) => {
  const applicable = FAULTS.filter((fault) => kind.inapplicable?.includes(fault) !== true);

  it("reports each fault at its record and applies each change once", async () => {
    const { run: job, keys, done } = await runJob(kind, applicable, false);
    const words = await resumeUntilDone(job);
    expect(job.get().phase).toBe("finished");
    expect(job.get().counts.done).toBe(applicable.length);
    expect(done.toSorted()).toEqual(keys.toSorted());
    for (const [place, fault] of applicable.entries())
      if (!isThrottling(fault)) expect(words.get(place)).toContain(fault.title);
  });

  it("sends nothing twice that was applied, however the response was lost", async () => {
    const unclear = FAULTS.filter(({ isOutcomeUnknown: isUnclear }) => isUnclear);
    const { run: job, keys, sent } = await runJob(kind, unclear, true);
    await resumeUntilDone(job);
    expect(job.get().phase).toBe("finished");
    expect(job.get().counts.done).toBe(unclear.length);
    expect(sent.toSorted()).toEqual(keys.toSorted());
  });
});

const CREATION_JOB_KINDS: JobKind = {
  name: "created subscriptions",
  method: "POST",
  endpoint: /\/subscriptions\/$/,
  async planChanges(_, count) {
    return Array.from({ length: count }, (_each, place): PlannedChange => {
      const title = `Made ${place}`;
      return { key: title, name: title, resource: "subscription", kind: "create", body: { ...NEW, title } };
    });
  },
  keyOf: async (request) => String(Reflect.get(Object(await request.clone().json()), "title")),
};

it("doesn't retry creations with an unknown outcome", async () => {
  const { run: job, keys, sent, done } = await runJob(CREATION_JOB_KINDS, FAULTS, false);
  const words = await resumeUntilDone(job);
  const unclear = FAULTS.flatMap(({ isOutcomeUnknown: isUnclear }, place) =>
    isUnclear ? [keys[place] ?? ""] : [],
  );
  expect(job.get()).toMatchObject({ phase: "finished", counts: { unknown: unclear.length, failed: 0 } });
  expect(done.toSorted()).toEqual(keys.filter((key) => !unclear.includes(key)).toSorted());
  for (const key of unclear) expect(sent.filter((each) => each === key)).toHaveLength(1);
  for (const [place, fault] of FAULTS.entries()) {
    if (isThrottling(fault)) continue;
    expect(words.get(place)).toContain(fault.title);
    if (fault.isOutcomeUnknown) expect(words.get(place)).toContain("Check the list");
  }
});
