import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type ExplicitMember, listMembers } from "@/contract/members";
import { getSubscription, listSubscriptions } from "@/contract/subscriptions";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import { planBulkJobUndo } from "@/data/bulk/bulk-undo";
import type { PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { clearJournal, readBatchEntries, readRecordEntries } from "@/data/journal/journal-store";
import {
  addMemberJournaled,
  changeLevelJournaled,
  removeMemberJournaled,
} from "@/data/members/member-changes";
import { memberCollection, memberId, memberKey, memberName } from "@/data/members/members";
import { applyOptimisticLevel } from "@/data/members/optimistic-members";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { planUndo, undoBlocker } from "@/data/undo/journal-undo";
import type { FaultSetting } from "@/emulator/faults/faults";
import { createEmulator, type Emulator } from "@/emulator/hosts/emulator";
import { createClient } from "@/http/client";

const NOW = new Date("2026-11-21T10:00:00Z");
const HOST = "http://members.example";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
});

interface MemberJobScene {
  readonly emulator: Emulator;
  readonly queryClient: QueryClient;
  readonly api: Api;
  /** Members with level 1 and no higher organization level, whom the API key's owner may change. */
  readonly members: readonly ExplicitMember[];
  readonly others: readonly ExplicitMember[];
  readonly sent: string[];
  readonly readRequests: string[];
}

async function createScene(count: number): Promise<MemberJobScene> {
  const emulator = createEmulator({ seed: 7, now: () => new Date() });
  const sent: string[] = [];
  const readRequests: string[] = [];
  const client = createClient({
    connection: {
      id: `members ${Math.random()}`,
      label: "Members",
      baseUrl: HOST,
      prefix: "environments",
      key: "phx_demo_all",
    },
    sleep: () => Promise.resolve(),
    random: () => 0,
    fetch: async (request) => {
      const uuid = /explicit_members\/([^/]+)\//.exec(new URL(request.url).pathname)?.[1];
      if (request.method !== "GET") sent.push(`${request.method} ${uuid ?? "one"}`);
      else if (uuid !== undefined) readRequests.push(uuid);
      return emulator.fetch(request);
    },
  });
  const api: Api = { client, projectId: "2" };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const all = await client.request(listMembers, { path: { project_id: "2" } });
  const plain = all.results.filter(({ level, parent_level }) => level === 1 && parent_level === 1);
  return {
    emulator,
    queryClient,
    api,
    members: plain.slice(0, count),
    others: plain.slice(count),
    sent,
    readRequests,
  };
}

async function fetchMembers({ api, emulator }: MemberJobScene): Promise<ReadonlyMap<string, string>> {
  const faults = emulator.faults.list();
  emulator.faults.clear();
  const page = await api.client.request(listMembers, { path: { project_id: api.projectId } });
  emulator.faults.set(faults);
  return new Map(page.results.map((member) => [memberId(member), `${member.level} ${member.joined_at}`]));
}

async function changeAsOtherUser(
  { emulator }: MemberJobScene,
  method: string,
  uuid: string,
  body?: object,
): Promise<void> {
  const isNew = method === "POST";
  const response = await emulator.fetch(
    new Request(`${HOST}/api/environments/2/explicit_members/${isNew ? "" : `${uuid}/`}`, {
      method,
      headers: { Authorization: "Bearer phx_demo_all", "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(isNew ? { user_uuid: uuid, ...body } : body) }),
    }),
  );
  expect(response.ok).toBe(true);
}

async function waitForJobEnd(run: BulkJob): Promise<BulkJob> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (["finished", "stopped", "paused"].includes(run.get().phase)) return run;
    await vi.advanceTimersByTimeAsync(run.get().phase === "throttled" ? 1_000 : 10);
  }
  throw new Error(`still ${run.get().phase}`);
}

const startJob = ({ queryClient, api }: MemberJobScene, writes: readonly PlannedChange[], label = "Test") =>
  startBulkJob(queryClient, api, { label, changes: writes });

const run = async (scene: MemberJobScene, writes: readonly PlannedChange[]) =>
  waitForJobEnd(startJob(scene, writes));

const commonFields = (member: ExplicitMember) => ({
  key: memberId(member),
  name: memberName(member),
  resource: "member" as const,
});

const planLevelChange = (member: ExplicitMember, level = 8): PlannedChange => ({
  ...commonFields(member),
  kind: "change",
  before: member,
  body: { level },
});
const planRemoval = (member: ExplicitMember): PlannedChange => ({
  ...commonFields(member),
  kind: "remove",
  before: member,
});
const planAddition = (uuid: string, level = 1): PlannedChange => ({
  key: `add ${uuid}`,
  name: "Somebody",
  resource: "member",
  kind: "create",
  body: { user_uuid: uuid, level },
});

/** Removes the explicit level of `count` members. Returns their UUIDs. */
async function listOutsiders(scene: MemberJobScene, count: number): Promise<readonly string[]> {
  const uuids = scene.others.slice(0, count).map(memberId);
  for (const uuid of uuids) await changeAsOtherUser(scene, "DELETE", uuid);
  expect(uuids).toHaveLength(count);
  return uuids;
}

function failures(endpoint: string): readonly FaultSetting[] {
  return [
    { endpoint, kind: "status", status: 500, probability: 0.1 },
    { endpoint, kind: "network", probability: 0.1 },
    { endpoint, kind: "lost-answer", probability: 0.15 },
    { endpoint, kind: "status", status: 429, detail: "Expected available in 3 seconds.", probability: 0.05 },
  ];
}

async function retryFailed(startedJob: BulkJob): Promise<void> {
  for (let times = 0; times < 30 && startedJob.countRetriable() > 0; times += 1) {
    startedJob.retryFailed();
    await waitForJobEnd(startedJob);
  }
}

it("applies level changes, removals and additions once each despite failures, and undoes them", async () => {
  const scene = await createScene(60);
  const [outsider = "", ...others] = await listOutsiders(scene, 20);
  const before = await fetchMembers(scene);
  scene.emulator.faults.set(
    ["members.create", "members.update", "members.delete"].flatMap((endpoint) => failures(endpoint)),
  );
  const writes = [
    ...scene.members.slice(0, 30).map((member) => planLevelChange(member)),
    ...scene.members.slice(30).map(planRemoval),
    ...[outsider, ...others].map((uuid) => planAddition(uuid)),
  ];
  const startedJob = startJob(scene, writes, "All of it");
  await waitForJobEnd(startedJob);
  expect(startedJob.get().counts.unknown).toBeGreaterThan(5);
  await retryFailed(startedJob);
  expect(startedJob.get().counts).toMatchObject({ done: 80, unknown: 0, failed: 0, changed: 0 });

  const after = await fetchMembers(scene);
  for (const member of scene.members.slice(0, 30)) expect(after.get(memberId(member))).toMatch(/^8 /);
  for (const member of scene.members.slice(30)) expect(after.has(memberId(member))).toBe(false);
  for (const uuid of [outsider, ...others]) expect(after.get(uuid)).toMatch(/^1 /);
  expect(after.size).toBe(before.size - 30 + 20);
  const entries = await readBatchEntries(scene.api, startedJob.id);
  const done = entries.filter(({ outcome }) => outcome === "done");
  expect(new Set(done.map(({ recordId }) => recordId)).size).toBe(80);
  expect(done).toHaveLength(80);

  vi.setSystemTime(Date.now() + 86_400_000);
  scene.emulator.faults.clear();
  const back = await planBulkJobUndo(scene.queryClient, scene.api, startedJob);
  expect(back.filter(({ kind }) => kind === "impossible" || kind === "nothing")).toEqual([]);
  scene.emulator.faults.set(
    ["members.create", "members.update", "members.delete"].flatMap((endpoint) => failures(endpoint)),
  );
  const undo = startJob(scene, back, "Undo");
  await waitForJobEnd(undo);
  await retryFailed(undo);
  expect(undo.get().counts).toMatchObject({ done: 80, unknown: 0, failed: 0, changed: 0 });
  const levels = (all: ReadonlyMap<string, string>) =>
    [...all].map(([uuid, text]) => `${uuid} ${text.split(" ")[0]}`).sort();
  const end = await fetchMembers(scene);
  expect(levels(end)).toEqual(levels(before));
  // Only members who were added again have a new join date.
  for (const member of scene.members.slice(30)) {
    expect(end.get(memberId(member))).not.toBe(before.get(memberId(member)));
  }
  for (const member of scene.members.slice(0, 30)) {
    expect(end.get(memberId(member))).toBe(before.get(memberId(member)));
  }
}, 60_000);

describe("a bulk job on members", () => {
  it("checks first and sends nothing for members that are up to date", async () => {
    const scene = await createScene(3);
    const [one, two, three] = scene.members;
    if (!one || !two || !three) throw new Error("no members");
    await changeAsOtherUser(scene, "PATCH", memberId(one), { level: 8 });
    await changeAsOtherUser(scene, "DELETE", memberId(two));
    const ended = await run(scene, [planLevelChange(one), planRemoval(two), planAddition(memberId(three))]);
    expect(ended.get()).toMatchObject({ phase: "finished", counts: { done: 3 } });
    expect(ended.reasonAt(1)).toBe("Already up to date.");
    expect(scene.sent).toEqual([]);
    expect(scene.readRequests).toHaveLength(3);
  });

  it("never overwrites changes made by others since planning", async () => {
    const scene = await createScene(4);
    const [one, two, three, four] = scene.members;
    if (!one || !two || !three || !four) throw new Error("no members");
    await changeAsOtherUser(scene, "PATCH", memberId(one), { level: 8 });
    await changeAsOtherUser(scene, "DELETE", memberId(two));
    await changeAsOtherUser(scene, "PATCH", memberId(three), { level: 8 });
    await changeAsOtherUser(scene, "PATCH", memberId(four), { level: 0 });
    const writes = [
      planLevelChange(one, 0),
      planLevelChange(two),
      planAddition(memberId(three)),
      planRemoval(four),
    ];
    const ended = await run(scene, writes);
    expect(ended.get().counts).toMatchObject({ changed: 4, done: 0 });
    expect(writes.map((_, place) => ended.reasonAt(place)?.split(". ")[0])).toEqual([
      "Someone else changed the level to Administrator",
      "Someone else removed the explicit level",
      "Someone else changed the level to Administrator",
      "Someone else changed the level to No access",
    ]);
    expect(scene.sent).toEqual([]);
  });

  it("doesn't remove a level that is no longer redundant", async () => {
    const scene = await createScene(1);
    const [member] = scene.members;
    if (!member) throw new Error("no member");
    const before = { ...member, parent_level: 8, effective_level: 8 };
    const ended = await run(scene, [
      { ...commonFields(member), kind: "remove", before, precondition: "redundant" },
    ]);
    expect(ended.get().counts).toMatchObject({ changed: 1, done: 0 });
    expect(ended.reasonAt(0)).toBe(
      "The organization level is now Member, so the explicit level Member is still needed. Your change wasn't saved.",
    );
    expect(scene.sent).toEqual([]);
  });

  it("doesn't remove a level when the remaining access differs from the preview", async () => {
    const scene = await createScene(2);
    const [member, other] = scene.members;
    if (!member || !other) throw new Error("no member");
    const promised = { ...member, parent_level: 8, effective_level: 8 };
    const unsaid = { ...other, parent_level: null };
    const writes = [promised, unsaid].map(
      (before) => ({ ...commonFields(before), kind: "remove", before, precondition: "kept" }) as const,
    );
    const ended = await run(scene, writes);
    expect(ended.get().counts).toMatchObject({ changed: 1, done: 1 });
    expect(ended.reasonAt(0)).toMatch(
      /^The organization level is now .*, so this person would lose access\. Your change wasn't saved\.$/,
    );
    expect(scene.sent).toHaveLength(1);
  });

  it.each([
    ["Endpoint not found.", "Not supported by this server"],
    ["Project not found.", "Project not found"],
  ])("doesn't treat a 404 “%s” as a removed member", async (detail, title) => {
    const scene = await createScene(1);
    const [member] = scene.members;
    if (!member) throw new Error("no member");
    scene.emulator.faults.set([{ endpoint: "members.get", kind: "status", status: 404, detail }]);
    const ended = await run(scene, [planRemoval(member)]);
    expect(ended.get().counts).toMatchObject({ failed: 1, done: 0 });
    expect(ended.reasonAt(0)).toContain(title);
    expect(scene.sent).toEqual([]);
  });

  it("gives a reason for each rejected change", async () => {
    const scene = await createScene(1);
    const all = await scene.api.client.request(listMembers, { path: { project_id: "2" } });
    const owner = all.results.find(({ parent_level }) => parent_level === 15);
    const [member] = scene.members;
    if (!owner || !member) throw new Error("no owner");
    const ended = await run(scene, [
      planLevelChange(owner, 8),
      planAddition("00000000-0000-4000-8000-000000000000"),
    ]);
    expect(ended.get().counts).toMatchObject({ failed: 2 });
    expect(ended.reasonAt(0)).toContain("You can only edit others with level lower or equal to you.");
    expect(ended.reasonAt(1)).toContain("You both need to belong to the same organization.");
    const entries = await readBatchEntries(scene.api, ended.id);
    expect(entries.map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
  });

  it("updates the loaded list", async () => {
    const scene = await createScene(2);
    const [one, two] = scene.members;
    const [outsider = ""] = await listOutsiders(scene, 1);
    if (!one || !two) throw new Error("no members");
    const list = memberCollection(scene.queryClient, scene.api);
    list.start();
    await vi.waitFor(() => expect(list.get().phase).toBe("complete"));
    const count = list.get().count ?? 0;
    await run(scene, [planLevelChange(one), planRemoval(two), planAddition(outsider)]);
    expect(list.find(memberId(one))).toMatchObject({ level: 8, effective_level: 8 });
    expect(list.find(memberId(two))).toBeUndefined();
    expect(list.find(outsider)).toMatchObject({ level: 1 });
    expect(list.get().count).toBe(count);
  });

  it("updates the journal when a retry finds a change applied", async () => {
    const scene = await createScene(1);
    const [member] = scene.members;
    if (!member) throw new Error("no member");
    scene.emulator.faults.set([{ endpoint: "members.delete", kind: "lost-answer", times: 1 }]);
    const startedJob = await run(scene, [planRemoval(member)]);
    expect(startedJob.statusAt(0)).toBe("unknown");
    startedJob.retryFailed();
    await waitForJobEnd(startedJob);
    expect(startedJob.reasonAt(0)).toBe("The first attempt succeeded, so the change wasn't resent.");
    expect(await readBatchEntries(scene.api, startedJob.id)).toMatchObject([
      { outcome: "done", reason: "Checked: applied.", kind: "deleted", recordId: memberId(member) },
    ]);
    expect(scene.sent).toHaveLength(1);
  });

  it.each([
    ["network", 2, null],
    ["lost-answer", 1, "The first attempt succeeded, so the change wasn't resent."],
  ])("checks before it resends a creation with an unknown outcome: %s", async (kind, times, why) => {
    const scene = await createScene(0);
    const [uuid = ""] = await listOutsiders(scene, 1);
    scene.emulator.faults.set([{ endpoint: "members.create", kind, times: 1 }]);
    const startedJob = await run(scene, [planAddition(uuid)]);
    expect(startedJob.get().counts).toMatchObject({ unknown: 1 });
    expect(startedJob.countRetriable()).toBe(1);
    startedJob.retryFailed();
    await waitForJobEnd(startedJob);
    expect(startedJob.get().counts).toMatchObject({ done: 1, unknown: 0 });
    expect(startedJob.reasonAt(0)).toBe(why);
    expect(scene.sent).toHaveLength(times);
    expect((await fetchMembers(scene)).has(uuid)).toBe(true);
  });
});

describe("a bulk job on members and subscriptions", () => {
  async function ended() {
    const scene = await createScene(2);
    const [one, two] = scene.members;
    const page = await scene.api.client.request(listSubscriptions, {
      path: { project_id: "2" },
      query: { limit: 20 },
    });
    const record = page.results.find(({ target_type }) => target_type === "email");
    if (!one || !two || !record) throw new Error("no records");
    const delivery: PlannedChange = {
      key: "delivery",
      name: "A delivery",
      resource: "subscription",
      kind: "change",
      before: record,
      body: { deleted: !record.deleted },
    };
    const after = [delivery.key];
    const writes = [delivery, { ...planRemoval(one), after }, { ...planLevelChange(two), after }];
    return { scene, one, record, writes };
  }

  it("sends all in order and undoes them together", async () => {
    const { scene, one, record, writes } = await ended();
    const before = await fetchMembers(scene);
    const startedJob = await run(scene, writes);
    expect(startedJob.get()).toMatchObject({ phase: "finished", counts: { done: 3 } });
    expect(scene.sent[0]).toBe("PATCH one");
    const entries = await readBatchEntries(scene.api, startedJob.id);
    expect(new Set(entries.map(({ resource }) => resource))).toEqual(new Set(["member", "subscription"]));

    const back = await planBulkJobUndo(scene.queryClient, scene.api, startedJob);
    expect(back.map(({ kind }) => kind).sort()).toEqual(["change", "change", "create"]);
    expect((await run(scene, back)).get().counts).toMatchObject({ done: 3 });
    expect([...(await fetchMembers(scene)).keys()].sort()).toEqual([...before.keys()].sort());
    const now = await scene.api.client.request(getSubscription, {
      path: { project_id: "2", id: record.id },
    });
    expect(now.deleted).toBe(record.deleted);
    expect((await fetchMembers(scene)).has(memberId(one))).toBe(true);
  });

  it("skips members when the subscription change before them failed", async () => {
    const { scene, writes } = await ended();
    const rejection = { endpoint: "subscriptions.update", kind: "status", status: 400 } as const;
    scene.emulator.faults.set([rejection]);
    const startedJob = await run(scene, writes);
    expect(startedJob.get().counts).toMatchObject({ failed: 3 });
    expect(scene.sent).toEqual(["PATCH one"]);
  });

  it("undoes subscription changes regardless of the members", async () => {
    const { scene, one, record } = await ended();
    const target_value = `${record.target_value},new@example.com`;
    const added: PlannedChange = {
      key: "delivery",
      name: "A delivery",
      resource: "subscription",
      kind: "change",
      before: record,
      body: { target_value },
    };
    const startedJob = await run(scene, [added, planRemoval(one)]);
    expect(startedJob.get().counts).toMatchObject({ done: 2 });
    await changeAsOtherUser(scene, "POST", memberId(one), { level: 8 });
    const back = await planBulkJobUndo(scene.queryClient, scene.api, startedJob);
    expect(back.find(({ name }) => name === memberName(one))).toMatchObject({ kind: "impossible" });
    expect(back.find(({ name }) => name !== memberName(one))).toMatchObject({ kind: "change" });
  });

  it("reports changes without a journal entry as impossible to undo", async () => {
    const { scene, one, writes } = await ended();
    const again = { ...planAddition(memberId(one)), after: [memberId(one)] };
    const startedJob = await run(scene, [...writes, again]);
    expect(startedJob.get().counts).toMatchObject({ done: 4 });
    await clearJournal(scene.api);
    const back = await planBulkJobUndo(scene.queryClient, scene.api, startedJob);
    expect(back.map(({ kind }) => kind)).toEqual(["impossible", "impossible", "impossible", "impossible"]);
    expect(back[3]).toMatchObject({
      why: "This change is no longer in Activity, so it can't be undone.",
    });
  });
});

describe("undo of a member change", () => {
  async function written() {
    const scene = await createScene(1);
    const [member] = scene.members;
    if (!member) throw new Error("no member");
    const [outsider = ""] = await listOutsiders(scene, 1);
    const { queryClient, api } = scene;
    const plan = (...entries: JournalEntry[]) => planUndo(queryClient, api, entries);
    return { scene, member, uuid: memberId(member), outsider, queries: queryClient, api, plan };
  }

  it("removes added members, restores levels, and adds removed members again", async () => {
    const { member, uuid, outsider, queries: queryClient, api, plan } = await written();
    const added = await addMemberJournaled(queryClient, api, { user_uuid: outsider, level: 8 });
    expect(await plan(added.entry)).toMatchObject([
      {
        kind: "step",
        step: { resource: "member", kind: "remove", changes: [{ field: "level", before: 8, after: null }] },
      },
    ]);
    const changed = await changeLevelJournaled(queryClient, api, { member, level: 8 });
    expect(await plan(changed.entry)).toMatchObject([
      { kind: "step", step: { kind: "change", body: { level: 1 }, note: null } },
    ]);
    const removed = await removeMemberJournaled(queryClient, api, changed.member);
    const [item] = await plan(removed.entry);
    expect(item).toMatchObject({
      kind: "step",
      step: {
        kind: "create",
        body: { user_uuid: uuid, level: 8 },
        note: expect.stringMatching(/^The join date will be reset. It was .+\.$/),
      },
    });
  });

  it("undoes several changes of one member", async () => {
    const { scene, uuid, outsider, queries: queryClient, api } = await written();
    const added = await addMemberJournaled(queryClient, api, { user_uuid: outsider, level: 1 });
    const changed = await changeLevelJournaled(queryClient, api, { member: added.member, level: 8 });
    const removed = await removeMemberJournaled(queryClient, api, changed.member);
    const { createUndoChanges: plannedUndo } = await import("@/data/bulk/bulk-undo");
    const items = await planUndo(queryClient, api, [added.entry, changed.entry, removed.entry]);
    const writes = plannedUndo(items);
    expect(writes.map(({ kind }) => kind)).toEqual(["create", "change", "remove"]);
    const back = await run(scene, writes);
    expect(back.get().counts).toMatchObject({ done: 3 });
    expect((await fetchMembers(scene)).has(outsider)).toBe(false);
    expect((await fetchMembers(scene)).has(uuid)).toBe(true);
    const entries = await readRecordEntries(api, outsider, "member");
    expect(entries.map(({ kind }) => kind)).toEqual([
      "deleted",
      "changed",
      "created",
      "deleted",
      "changed",
      "created",
    ]);
    const undone = entries.slice(3).map(({ undoneBy }) => undoneBy !== null);
    expect(undone).toEqual([true, true, true]);
  });

  it("is rejected with the current value after changes by others", async () => {
    const { scene, member, uuid, outsider, queries: queryClient, api, plan } = await written();
    const why = async (entry: JournalEntry) => {
      const [item] = await plan(entry);
      return item?.kind === "refused" ? item.why : item?.kind;
    };
    const added = await addMemberJournaled(queryClient, api, { user_uuid: outsider, level: 1 });
    await changeAsOtherUser(scene, "PATCH", outsider, { level: 8 });
    expect(await why(added.entry)).toBe("Level later changed from “Member” to “Administrator”.");
    await changeAsOtherUser(scene, "DELETE", outsider);
    expect(await why(added.entry)).toBe("The explicit level was already removed.");
    const changed = await changeLevelJournaled(queryClient, api, { member, level: 8 });
    await changeAsOtherUser(scene, "PATCH", uuid, { level: 0 });
    expect(await why(changed.entry)).toBe("Level later changed from “Administrator” to “No access”.");
    await changeAsOtherUser(scene, "DELETE", uuid);
    expect(await why(changed.entry)).toBe("Someone else removed the explicit level.");
    await changeAsOtherUser(scene, "POST", uuid, { level: 1 });
    const removed = await removeMemberJournaled(queryClient, api, member);
    await changeAsOtherUser(scene, "POST", uuid, { level: 8 });
    expect(await why(removed.entry)).toBe("An explicit level was added again. It is now Administrator.");
    scene.emulator.faults.set([{ endpoint: "members.get", kind: "status", status: 500 }]);
    expect(await why(removed.entry)).toContain("Couldn't load the current state");
    const detail = "Endpoint not found.";
    scene.emulator.faults.set([{ endpoint: "members.get", kind: "status", status: 404, detail }]);
    expect(await why(removed.entry)).toContain("Not supported by this server");
    expect(undoBlocker({ ...removed.entry, undoneBy: "x" })).toBe("Already undone.");
    expect(undoBlocker({ ...removed.entry, changes: [] })).toBe("The previous value is unknown.");
  });
});

describe("a check of a member change with an unknown outcome", () => {
  const LOST_RESPONSE: FaultSetting = { endpoint: "*", kind: "lost-answer", times: 1 };
  const NETWORK_FAULT: FaultSetting = { endpoint: "*", kind: "network", times: 1 };
  type Write = (scene: MemberJobScene, member: ExplicitMember, outsider: string) => Promise<unknown>;
  const writes: readonly (readonly [string, Write])[] = [
    [
      "members.create",
      ({ queryClient, api }, _member, user_uuid) =>
        addMemberJournaled(queryClient, api, { user_uuid, level: 1 }),
    ],
    [
      "members.update",
      ({ queryClient, api }, member) => changeLevelJournaled(queryClient, api, { member, level: 8 }),
    ],
    ["members.delete", ({ queryClient, api }, member) => removeMemberJournaled(queryClient, api, member)],
  ];

  async function unclear(endpoint: string, write: Write, fault: FaultSetting) {
    const scene = await createScene(1);
    const [member] = scene.members;
    const [outsider = ""] = await listOutsiders(scene, 1);
    if (!member) throw new Error("no member");
    scene.emulator.faults.set([{ ...fault, endpoint }]);
    await expect(write(scene, member, outsider)).rejects.toThrow();
    const uuid = endpoint === "members.create" ? outsider : memberId(member);
    const [entry] = await readRecordEntries(scene.api, uuid, "member");
    if (!entry) throw new Error("no entry");
    expect(entry.outcome).toBe("unknown");
    /** Checks the entry as if the request had been sent `ageMs` ms earlier. */
    const check = (ageMs = 0) => {
      const at = new Date(Date.parse(entry.at) - ageMs).toISOString();
      return checkJournalEntry(scene.queryClient, scene.api, { ...entry, at });
    };
    return { scene, uuid, check };
  }

  it.each(writes)("%s: reports whether it was applied", async (endpoint, write) => {
    expect(await (await unclear(endpoint, write, LOST_RESPONSE)).check()).toMatchObject({
      outcome: "done",
      reason: "Checked: applied.",
    });
    const { check } = await unclear(endpoint, write, NETWORK_FAULT);
    expect(await check()).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("may still arrive"),
    });
    expect(await check(121_000)).toMatchObject({
      outcome: "refused",
      reason: "Checked: not applied.",
    });
  });

  it.each(writes)("%s: stays unknown after changes by others", async (endpoint, write) => {
    const { scene, uuid, check } = await unclear(endpoint, write, LOST_RESPONSE);
    if (endpoint === "members.delete") await changeAsOtherUser(scene, "POST", uuid, { level: 1 });
    else await changeAsOtherUser(scene, "PATCH", uuid, { level: 0 });
    expect(await check()).toMatchObject({
      outcome: "unknown",
      reason: expect.stringMatching(/^Can't verify\. /),
    });
  });

  it("doesn't mistake an older level for the created one", async () => {
    const [endpoint, write] = writes[0] ?? ["", async () => undefined];
    const { scene, uuid, check } = await unclear(endpoint, write, NETWORK_FAULT);
    vi.setSystemTime(Date.now() - 3_600_000);
    await changeAsOtherUser(scene, "POST", uuid, { level: 1 });
    expect(await check()).toMatchObject({ outcome: "unknown", reason: expect.stringContaining("is older") });
  });

  it("reports a failed check", async () => {
    const [endpoint, write] = writes[2] ?? ["", async () => undefined];
    const { scene, check } = await unclear(endpoint, write, LOST_RESPONSE);
    const detail = "Endpoint not found.";
    scene.emulator.faults.set([{ endpoint: "members.get", kind: "status", status: 404, detail }]);
    expect(await check()).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("Couldn't check the outcome. Not supported by this server"),
    });
  });
});

describe("an optimistic level change", () => {
  async function shown() {
    const scene = await createScene(1);
    const [member] = scene.members;
    if (!member) throw new Error("no member");
    const { queryClient, api } = scene;
    const list = memberCollection(queryClient, api);
    list.start();
    await vi.waitFor(() => expect(list.get().phase).toBe("complete"));
    const uuid = memberId(member);
    queryClient.setQueryData(memberKey(api, uuid), member);
    const levels = () => [
      list.find(uuid)?.level,
      queryClient.getQueryData<ExplicitMember>(memberKey(api, uuid))?.level,
    ];
    const set = (level: number) => changeLevelJournaled(queryClient, api, { member, level });
    return { scene, member, uuid, list, queries: queryClient, api, levels, set };
  }
  const settle = () => vi.advanceTimersByTimeAsync(1);
  const refused = (times: number): FaultSetting => ({
    endpoint: "members.update",
    kind: "status",
    status: 403,
    detail: "You can only edit others with level lower or equal to you.",
    latencyMs: 1_000,
    times,
  });

  it("updates list and detail immediately, then with the served values", async () => {
    const { scene, levels, list, uuid, set } = await shown();
    scene.emulator.faults.set([{ endpoint: "members.update", kind: "latency", latencyMs: 1_000 }]);
    const change = set(8);
    await settle();
    expect(levels()).toEqual([8, 8]);
    expect(list.find(uuid)).toMatchObject({ effective_level: 8 });
    await vi.advanceTimersByTimeAsync(2_000);
    const { member, entry } = await change;
    expect(entry).toMatchObject({ outcome: "done", changes: [{ field: "level", before: 1, after: 8 }] });
    expect(list.find(uuid)).toBe(member);
  });

  it("rolls back when rejected", async () => {
    const { scene, levels, list, uuid, set } = await shown();
    const before = list.find(uuid);
    scene.emulator.faults.set([refused(1)]);
    const change = set(8).catch((error: unknown) => error);
    await settle();
    expect(levels()).toEqual([8, 8]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await change).toMatchObject({ status: 403 });
    expect(levels()).toEqual([1, 1]);
    expect(list.find(uuid)).toEqual(before);
  });

  it("doesn't restore a member that was removed before the response", async () => {
    const { member, uuid, levels, queries: queryClient, api } = await shown();
    const change = applyOptimisticLevel(queryClient, api, member, 8);
    expect(levels()).toEqual([8, 8]);
    await removeMemberJournaled(queryClient, api, member);
    change.settle({ ...member, level: 8 });
    expect(levels()).toEqual([undefined, undefined]);
    expect(queryClient.getQueryData(memberKey(api, uuid))).toBeNull();
  });

  it("rolls back only itself and keeps a later change", async () => {
    const { scene, levels, set } = await shown();
    scene.emulator.faults.set([refused(1)]);
    const first = set(8).catch(() => undefined);
    await settle();
    scene.emulator.faults.set([{ endpoint: "members.update", kind: "latency", latencyMs: 5_000 }]);
    const second = set(0);
    await settle();
    expect(levels()).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(2_000);
    await first;
    expect(levels()).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(10_000);
    await second;
    expect(levels()).toEqual([0, 0]);
  });

  it("doesn't restore values older than a later read", async () => {
    const { scene, levels, list, uuid, set } = await shown();
    scene.emulator.faults.set([refused(1)]);
    const change = set(8).catch(() => undefined);
    await settle();
    await changeAsOtherUser(scene, "PATCH", uuid, { level: 0 });
    list.refresh();
    await vi.waitFor(() => expect(levels()).toEqual([0, 8]));
    await vi.advanceTimersByTimeAsync(2_000);
    await change;
    expect(levels()[0]).toBe(0);
  });

  it("restores the original level when two changes are rejected in any order", async () => {
    const { scene, levels, set } = await shown();
    scene.emulator.faults.set([refused(2)]);
    const both = [set(8), set(0)].map((change) => change.catch(() => undefined));
    await settle();
    expect(levels()).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all(both);
    expect(levels()).toEqual([1, 1]);
  });
});
