import { vi } from "vitest";
import { createClient } from "@/api/client";
import { type ExplicitMember, listMembers } from "@/api/members";
import { getSubscription, listSubscriptions, type Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { createBackend } from "@/data/backend/create-backend";
import { startBulkJob } from "@/data/bulk/bulk-job";
import type { BulkJob } from "@/data/bulk/bulk-job-store";
import type { PlannedChange, PlannedMemberChange } from "@/data/changes/planned-change";
import { memberId, memberName } from "@/data/members/members";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { refuse } from "@/mocks/scenarios";
import { getUser } from "@/mocks/seed/people";
import { createDemoWorld } from "@/mocks/seed/world";
import { createTestProject, type TestProject } from "../support/test-project";

export const NOW = new Date("2026-11-21T10:00:00Z");
/** A recipient whom no subscription has. */
export const NEW = "new@example.com";
const PATH = { project_id: "3" };

let sceneCount = 0;

export function useFakeTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
  // Node takes long to open a channel, which nobody listens to.
  vi.stubGlobal("BroadcastChannel", undefined);
}

type AtLeastFour<Item> = readonly [Item, Item, Item, Item, ...Item[]];

function requireFour<Item>(list: readonly Item[]): AtLeastFour<Item> {
  const [a, b, c, d, ...others] = list;
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error("too few");
  return [a, b, c, d, ...others];
}

interface SceneOptions {
  /** Number of subscriptions, at least 4. */
  readonly count?: number;
  /** Answers the client's requests. Calls `serve` for the mocks' answer. */
  readonly intercept?: (
    request: Request,
    serve: (request: Request) => Promise<Response>,
  ) => Promise<Response>;
}

export type EngineScene = Awaited<ReturnType<typeof createScene>>;

const demoWorld = createDemoWorld();
/** People in addition to those of the demo, all with level 1 in the organization. */
const crowd = Array.from({ length: 100 }, (_, index) => ({
  user: { ...getUser(index), uuid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}` },
  level: 1 as const,
  joinedDaysAgo: 100,
  membershipId: `membership ${index}`,
}));
const world = { ...demoWorld, people: [...demoWorld.people, ...crowd] };

function addMembers({ db }: TestProject): void {
  const project = db.world.projects[2];
  if (!project) throw new RangeError("No project 3");
  const { members } = db.tables(project);
  const at = NOW.toISOString();
  for (const { user, membershipId: id } of crowd)
    members.put({ id, user_uuid: user.uuid, level: 1, joined_at: at, updated_at: at });
}

/** Creates a server with email subscriptions and members, and a client that records its requests. */
export async function createScene({ count = 4, intercept }: SceneOptions = {}) {
  const rows = Array.from({ length: count }, (_, index) => ({
    title: `Figures ${index}`,
    dashboard: 201 + (index % 2),
    target_value: `person-${index}@example.com`,
  }));
  const mocks = createTestProject(rows, { world });
  addMembers(mocks);
  /** Requests that change something, such as `PATCH 17`. A creation has no ID. */
  const sent: string[] = [];
  /** IDs of records that were read individually. */
  const reads: string[] = [];
  let busy = 0;
  let maxBusy = 0;
  sceneCount += 1;
  const client = createClient({
    connection: {
      id: `engine ${sceneCount}`,
      label: "Engine",
      baseUrl: "http://engine.example",
      prefix: "environments",
      key: "phx_demo_all",
    },
    waitsForNewKey: true,
    sleep: () => Promise.resolve(),
    random: () => 0,
    async fetch(request) {
      const id = /(?:subscriptions|explicit_members)\/([^/]+)\//.exec(request.url)?.[1];
      if (request.method !== "GET") sent.push(id === undefined ? request.method : `${request.method} ${id}`);
      else if (id !== undefined) reads.push(id);
      busy += 1;
      maxBusy = Math.max(maxBusy, busy);
      try {
        return await (intercept ? intercept(request, mocks.fetch) : mocks.fetch(request));
      } finally {
        busy -= 1;
      }
    },
  });
  const api: Api = { ...createBackend(client), projectId: PATH.project_id };
  const listed = await client.request(listSubscriptions, { path: PATH, query: { limit: count } });
  const { results } = await client.request(listMembers, { path: PATH });
  return {
    mocks,
    api,
    sent,
    reads,
    maxConcurrent: () => maxBusy,
    /** All subscriptions of the project. */
    records: requireFour(listed.results),
    /** Members with level 1 and no higher organization level, whom the API key's owner may change. */
    members: requireFour(results.filter(({ level, parent_level }) => level === 1 && parent_level === 1)),
  };
}

/** Returns the recipients of all subscriptions, by ID. */
export async function fetchTargets({ api, records }: EngineScene): Promise<ReadonlyMap<number, string>> {
  const query = { limit: records.length };
  const page = await api.client.request(listSubscriptions, { path: PATH, query });
  return new Map(page.results.map(({ id, target_value }) => [id, target_value]));
}

export function fetchRecord({ api }: EngineScene, id: number): Promise<Subscription> {
  return api.client.request(getSubscription, { path: { ...PATH, id } });
}

/** Returns the members by UUID. */
export async function fetchMembers({ api }: EngineScene): Promise<ReadonlyMap<string, ExplicitMember>> {
  const { results } = await api.client.request(listMembers, { path: PATH });
  return new Map(results.map((member) => [memberId(member), member]));
}

async function sendAsOtherUser({ mocks }: EngineScene, method: string, path: string, body?: object) {
  await mocks.call(`environments/${PATH.project_id}/${path}`, method, body);
}

export function changeAsOtherUser(scene: EngineScene, { id }: { id: number }, body: object): Promise<void> {
  return sendAsOtherUser(scene, "PATCH", `subscriptions/${id}/`, body);
}

/** Adds, changes, or removes an explicit level as another user. */
export const asOtherUser = {
  add: (scene: EngineScene, user_uuid: string, level: number) =>
    sendAsOtherUser(scene, "POST", "explicit_members/", { user_uuid, level }),
  setLevel: (scene: EngineScene, uuid: string, level: number) =>
    sendAsOtherUser(scene, "PATCH", `explicit_members/${uuid}/`, { level }),
  remove: (scene: EngineScene, uuid: string) => sendAsOtherUser(scene, "DELETE", `explicit_members/${uuid}/`),
};

/** Removes the explicit levels of members. Returns their UUIDs. */
export async function removeLevels(scene: EngineScene, members: readonly ExplicitMember[]) {
  const uuids = members.map(memberId);
  for (const uuid of uuids) await asOtherUser.remove(scene, uuid);
  return uuids;
}

export const planAdditions = (records: readonly Subscription[]) =>
  planBulkChanges(records, { kind: "add-recipient", recipient: NEW }, NOW);

const ofMember = (member: ExplicitMember) =>
  ({ key: memberId(member), name: memberName(member), resource: "member", before: member }) as const;

export const planLevel = (member: ExplicitMember, level = 8): PlannedMemberChange => ({
  ...ofMember(member),
  kind: "change",
  body: { level },
});

export const planRemoval = (
  member: ExplicitMember,
  precondition?: "redundant" | "kept",
): PlannedMemberChange => ({
  ...ofMember(member),
  kind: "remove",
  ...(precondition && { precondition }),
});

export const planMember = (user_uuid: string, level = 1): PlannedMemberChange => ({
  key: `add ${user_uuid}`,
  name: "Somebody",
  resource: "member",
  kind: "create",
  body: { user_uuid, level },
});

export function startJob(scene: EngineScene, changes: readonly PlannedChange[]): BulkJob {
  return startBulkJob(scene.api, { label: "Test", changes });
}

/** Waits until a job is finished, stopped, or paused. */
export async function waitForJob(job: BulkJob): Promise<BulkJob> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (["finished", "stopped", "paused"].includes(job.get().phase)) return job;
    // Each turn lets requests in flight finish.
    await vi.advanceTimersByTimeAsync(job.get().phase === "throttled" ? 1_000 : 10);
  }
  throw new Error(`still ${job.get().phase}`);
}

export const runJob = (scene: EngineScene, changes: readonly PlannedChange[]) =>
  waitForJob(startJob(scene, changes));

export async function retryJob(job: BulkJob): Promise<void> {
  job.retryFailed();
  await waitForJob(job);
}

/** Resumes and retries a job until no change is left. `onRound` is called whenever the job waits for the user. */
export async function completeJob(job: BulkJob, onRound: () => void = () => {}): Promise<void> {
  for (let round = 0; round < 300; round += 1) {
    await waitForJob(job);
    onRound();
    if (job.get().phase === "paused") job.resume();
    else if (job.countRetriable() > 0) job.retryFailed();
    else return;
  }
  throw new Error("the job doesn't end");
}

export const statuses = (job: BulkJob) => job.changes.map((_, index) => job.get().items[index]?.status);

/** Endpoint whose responses the tests change. */
export const UPDATE = "subscriptions.update";
export const rejectUpdate = () => refuse(UPDATE, 400, { detail: "No.", once: true });
export const throttleUpdate = () =>
  refuse(UPDATE, 429, { detail: "Request was throttled. Expected available in 30 seconds.", once: true });
