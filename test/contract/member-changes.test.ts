import { delay } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ExplicitMember } from "@/api/members";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { readBatchEntries, readRecordEntries } from "@/data/journal/journal-store";
import {
  addMemberJournaled,
  changeLevelJournaled,
  removeMemberJournaled,
} from "@/data/members/member-changes";
import { memberCollection, memberId, memberKey } from "@/data/members/members";
import { applyOptimisticLevel } from "@/data/members/optimistic-members";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { planUndo, undoBlocker } from "@/data/undo/plan-undo";
import { server } from "@/mocks/node";
import { createError, loseAnswer, offline, override, refuse, slow } from "@/mocks/scenarios";
import {
  asOtherUser,
  createScene,
  fetchMembers,
  planLevel,
  planMember,
  planRemoval,
  removeLevels,
  retryJob,
  runJob,
  statuses,
  useFakeTime,
} from "./engine-scene";

beforeEach(useFakeTime);

async function createMemberScene() {
  const scene = await createScene();
  const { api, members } = scene;
  const [member, , , last] = members;
  const [outsider = ""] = await removeLevels(scene, [last]);
  return {
    scene,
    member,
    uuid: memberId(member),
    /** A person without an explicit level. */
    outsider,
    api,
    add: (level: number) => addMemberJournaled(api, { user_uuid: outsider, level }),
    setLevel: (level: number, of: ExplicitMember = member) =>
      changeLevelJournaled(api, { member: of, level }),
    remove: (of: ExplicitMember = member) => removeMemberJournaled(api, of),
    plan: (...entries: JournalEntry[]) => planUndo(api, entries),
  };
}

describe("a bulk job on members", () => {
  it("checks first and sends nothing for members that are up to date", async () => {
    const scene = await createScene();
    const [one, two, three] = scene.members;
    await asOtherUser.setLevel(scene, memberId(one), 8);
    await asOtherUser.remove(scene, memberId(two));
    const job = await runJob(scene, [planLevel(one), planRemoval(two), planMember(memberId(three))]);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 3 } });
    expect(job.get().items[1]?.reason).toBe("Already up to date.");
    expect(scene.sent).toEqual([]);
    expect(scene.reads).toHaveLength(3);
  });

  it("never overwrites changes made by others since planning", async () => {
    const scene = await createScene();
    const [one, two, three, four] = scene.members;
    await asOtherUser.setLevel(scene, memberId(one), 8);
    await asOtherUser.remove(scene, memberId(two));
    await asOtherUser.setLevel(scene, memberId(three), 8);
    await asOtherUser.setLevel(scene, memberId(four), 8);
    const changes = [planLevel(one, 0), planLevel(two), planMember(memberId(three)), planRemoval(four)];
    const job = await runJob(scene, changes);
    expect(job.get().counts).toMatchObject({ changed: 4, done: 0 });
    expect(changes.map((_, place) => job.get().items[place]?.reason?.split(". ")[0])).toEqual([
      "Someone else changed the level to Administrator",
      "Someone else removed the explicit level",
      "Someone else changed the level to Administrator",
      "Someone else changed the level to Administrator",
    ]);
    expect(scene.sent).toEqual([]);
  });

  it("removes no level on which the access depends by now", async () => {
    const scene = await createScene();
    const [one, two, three] = scene.members;
    const raised = { parent_level: 8, effective_level: 8 };
    const job = await runJob(scene, [
      planRemoval({ ...one, ...raised }, "redundant"),
      planRemoval({ ...two, ...raised }, "kept"),
      planRemoval({ ...three, parent_level: null }, "kept"),
    ]);
    expect(statuses(job)).toEqual(["changed", "changed", "done"]);
    expect(job.get().items[0]?.reason).toBe(
      "The organization level is now Member, so the explicit level Member is still needed. Your change wasn't saved.",
    );
    expect(job.get().items[1]?.reason).toMatch(
      /^The organization level is now .*, so this person would lose access\. Your change wasn't saved\.$/,
    );
    expect(scene.sent).toEqual([`DELETE ${memberId(three)}`]);
  });

  it.each([
    ["Endpoint not found.", "Not supported by this server"],
    ["Project not found.", "Project not found"],
  ])("doesn't treat a 404 “%s” as a removed member", async (detail, title) => {
    const scene = await createScene();
    server.use(refuse("members.get", 404, { detail }));
    const job = await runJob(scene, [planRemoval(scene.members[0])]);
    expect(job.get().counts).toMatchObject({ failed: 1, done: 0 });
    expect(job.get().items[0]?.reason).toContain(title);
    expect(scene.sent).toEqual([]);
  });

  it("updates the journal when a retry finds a change applied", async () => {
    const { scene, member, uuid } = await createMemberScene();
    server.use(loseAnswer("members.delete", scene.mocks.handlers, { once: true }));
    const job = await runJob(scene, [planRemoval(member)]);
    expect(job.get().items[0]?.status).toBe("unknown");
    await retryJob(job);
    expect(job.get().items[0]?.reason).toBe("The first attempt succeeded, so the change wasn't resent.");
    expect(await readBatchEntries(scene.api, job.id)).toMatchObject([
      { outcome: "done", reason: "Checked: applied.", kind: "deleted", recordId: uuid },
    ]);
    expect(scene.sent).toHaveLength(1);
  });
});

describe("undo of a member change", () => {
  it("undoes several changes of one member", async () => {
    const { scene, outsider, api, add, setLevel, remove, plan } = await createMemberScene();
    const added = await add(1);
    const changed = await setLevel(8, added.member);
    const removed = await remove(changed.member);
    const items = await plan(added.entry, changed.entry, removed.entry);
    const changes = items.map(({ change }) => change);
    expect(changes).toMatchObject([
      { kind: "create", body: { user_uuid: outsider, level: 8 } },
      { kind: "change", body: { level: 1 } },
      { kind: "remove", before: { level: 1 } },
    ]);
    expect(items[0]?.note).toMatch(/^The join date will be reset. It was .+\.$/);
    expect((await runJob(scene, changes)).get().counts).toMatchObject({ done: 3 });
    expect((await fetchMembers(scene)).has(outsider)).toBe(false);
    const entries = await readRecordEntries(api, outsider, "member");
    const kinds = ["deleted", "changed", "created"];
    expect(entries.map(({ kind }) => kind)).toEqual([...kinds, ...kinds]);
    expect(entries.slice(3).map(({ undoneBy }) => undoneBy !== null)).toEqual([true, true, true]);
  });

  it("is rejected with the current value after changes by others", async () => {
    const { scene, uuid, outsider, add, setLevel, remove, plan } = await createMemberScene();
    const why = async (entry: JournalEntry) => {
      const [item] = await plan(entry);
      return item && "why" in item.change ? item.change.why : item?.change.kind;
    };
    const added = await add(1);
    await asOtherUser.setLevel(scene, outsider, 8);
    expect(await why(added.entry)).toBe("Level later changed from “Member” to “Administrator”.");
    await asOtherUser.remove(scene, outsider);
    expect(await why(added.entry)).toBe("The explicit level was already removed.");
    const changed = await setLevel(8);
    await asOtherUser.setLevel(scene, uuid, 1);
    expect(await why(changed.entry)).toBe("Level later changed from “Administrator” to “Member”.");
    await asOtherUser.remove(scene, uuid);
    expect(await why(changed.entry)).toBe("Someone else removed the explicit level.");
    await asOtherUser.add(scene, uuid, 1);
    const removed = await remove();
    await asOtherUser.add(scene, uuid, 8);
    expect(await why(removed.entry)).toBe("An explicit level was added again. It is now Administrator.");
    server.use(refuse("members.get", 500));
    expect(await why(removed.entry)).toContain("Couldn't load the current state");
    server.use(refuse("members.get", 404, { detail: "Endpoint not found." }));
    expect(await why(removed.entry)).toContain("Not supported by this server");
    expect(undoBlocker({ ...removed.entry, undoneBy: "x" })).toBe("Already undone.");
    expect(undoBlocker({ ...removed.entry, changes: [] })).toBe("The previous value is unknown.");
  });
});

describe("a check of a member change with an unknown outcome", () => {
  const WRITES = ["add", "setLevel", "remove"] as const;
  type Write = (typeof WRITES)[number];

  /** Sends a change that gets no answer. With `lost-answer`, the server applies it. */
  async function sendInVain(write: Write, kind: "lost-answer" | "network") {
    const members = await createMemberScene();
    const { scene, api, outsider, uuid: memberUuid } = members;
    const { mocks } = scene;
    const once = { once: true };
    server.use(kind === "network" ? offline("*", once) : loseAnswer("*", mocks.handlers, once));
    await expect(write === "remove" ? members.remove() : members[write](8)).rejects.toThrow();
    const uuid = write === "add" ? outsider : memberUuid;
    const [entry] = await readRecordEntries(api, uuid, "member");
    expect(entry).toMatchObject({ outcome: "unknown" });
    /** Checks the entry as if the request had been sent `ageMs` ms earlier. */
    const check = (ageMs = 0) => {
      if (!entry) throw new Error("no entry");
      const at = new Date(Date.parse(entry.at) - ageMs).toISOString();
      return checkJournalEntry(api, { ...entry, at });
    };
    return { scene, uuid, check };
  }

  it.each(WRITES)("reports whether it was applied: %s", async (write) => {
    const applied = await sendInVain(write, "lost-answer");
    expect(await applied.check()).toMatchObject({ outcome: "done", reason: "Checked: applied." });
    const { check } = await sendInVain(write, "network");
    const reason = expect.stringContaining("may still arrive");
    expect(await check()).toMatchObject({ outcome: "unknown", reason });
    expect(await check(121_000)).toMatchObject({ outcome: "refused", reason: "Checked: not applied." });
  });

  it.each(WRITES)("stays unknown after changes by others: %s", async (write) => {
    const { scene, uuid, check } = await sendInVain(write, "lost-answer");
    if (write === "remove") await asOtherUser.add(scene, uuid, 1);
    else if (write === "add") await asOtherUser.setLevel(scene, uuid, 1);
    else await asOtherUser.remove(scene, uuid);
    const reason = expect.stringMatching(/^Can't verify\. /);
    expect(await check()).toMatchObject({ outcome: "unknown", reason });
  });

  it("doesn't mistake an older level for the created one", async () => {
    const { scene, uuid, check } = await sendInVain("add", "network");
    vi.setSystemTime(Date.now() - 3_600_000);
    await asOtherUser.add(scene, uuid, 8);
    expect(await check()).toMatchObject({ outcome: "unknown", reason: expect.stringContaining("is older") });
  });

  it("reports a failed check", async () => {
    const { check } = await sendInVain("remove", "lost-answer");
    const detail = "Endpoint not found.";
    server.use(refuse("members.get", 404, { detail }));
    const reason = expect.stringContaining("Couldn't check the outcome. Not supported by this server");
    expect(await check()).toMatchObject({ outcome: "unknown", reason });
  });
});

describe("an optimistic level change", () => {
  async function showMember() {
    const members = await createMemberScene();
    const { member, uuid, api } = members;
    const list = memberCollection(api);
    list.start();
    await vi.waitFor(() => expect(list.get().phase).toBe("complete"));
    api.queryClient.setQueryData(memberKey(api, uuid), member);
    /** The level in the list and in the person's details. */
    const levels = () => [
      list.find(uuid)?.level,
      api.queryClient.getQueryData<ExplicitMember>(memberKey(api, uuid))?.level,
    ];
    return { ...members, list, levels };
  }
  const settle = () => vi.advanceTimersByTimeAsync(1);
  const respond = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  const reject = () =>
    override(
      "members.update",
      async () => {
        await delay(1_000);
        return createError(403, "You can only edit others with level lower or equal to you.");
      },
      { once: true },
    );

  it("doesn't restore a member that was removed before the response", async () => {
    const { member, uuid, levels, api, remove } = await showMember();
    const change = applyOptimisticLevel(api, member, 8);
    await remove();
    change.settle({ ...member, level: 8 });
    expect(levels()).toEqual([undefined, undefined]);
    expect(api.queryClient.getQueryData(memberKey(api, uuid))).toBeNull();
  });

  it("waits for an earlier change of the same member, and rolls back to the level before both", async () => {
    const { levels, setLevel } = await showMember();
    server.use(reject());
    const first = setLevel(8).catch(() => undefined);
    await settle();
    // Servers with explicit members refuse the level 0.
    server.use(slow("members.update", 5_000));
    const second = setLevel(0).catch(() => undefined);
    await settle();
    expect(levels()).toEqual([8, 8]);
    await respond(2_000);
    await first;
    expect(levels()).toEqual([0, 0]);
    await respond(10_000);
    await second;
    expect(levels()).toEqual([1, 1]);
  });

  it("doesn't restore values older than a later read", async () => {
    const { scene, levels, list, member, uuid, setLevel } = await showMember();
    server.use(reject());
    const change = setLevel(8).catch(() => undefined);
    await settle();
    await asOtherUser.setLevel(scene, uuid, 8);
    list.refresh();
    await vi.waitFor(() => expect(list.find(uuid)?.updated_at).not.toBe(member.updated_at));
    await respond(2_000);
    await change;
    expect(levels()[0]).toBe(8);
  });
});
