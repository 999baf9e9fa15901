import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MemberAccess } from "@/contract/access-controls";
import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import { ALREADY_UP_TO_DATE } from "@/data/bulk/bulk-job-messages";
import type { Api } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { createClient } from "@/http/client";
import {
  buildMembership,
  buildOffboardingSubscription,
  buildUserSummary,
  LEA_VER,
} from "@/testing/build-offboarding";
import { matchMember } from "./match-member";
import { getStepChanges } from "./offboarding-job";
import { applyBulkResult, applyJournal } from "./offboarding-outcome";
import {
  applyPlan,
  createOffboardingRecord,
  getOffboardingState,
  type OffboardingRecord,
  planOffboardingRecord,
  type RecordedStep,
} from "./offboarding-record";
import {
  deleteStoredOffboarding,
  isOffboardingStored,
  lockOffboarding,
  readOffboardings,
  subscribeToOffboardings,
  updateStoredOffboarding,
} from "./offboarding-store";

const KEY = "phx_never_in_a_case";

function apiOf(projectId = "1", key = KEY): Api {
  const connection = {
    id: "live",
    label: "Live",
    baseUrl: "http://live.example",
    prefix: "environments",
    key,
  } as const;
  return {
    client: createClient({ connection, fetch: () => Promise.reject(new TypeError("nobody")) }),
    projectId,
  };
}

const COVERAGE = { subscriptions: 3, trash: 0, unreadable: 0, membersProblem: null };
const ALONE = buildOffboardingSubscription({ id: 1, title: "Alone", target_value: "lea@x.co" });
const OTHERS = buildOffboardingSubscription({ id: 2, title: "Others" });

const find = (...deliveries: readonly ReturnType<typeof buildOffboardingSubscription>[]) =>
  matchMember(LEA_VER, { members: [buildMembership(LEA_VER)], subscriptions: deliveries });

function planned(): { readonly offboarding: OffboardingRecord; readonly keys: readonly string[] } {
  const fresh = createOffboardingRecord(apiOf(), LEA_VER);
  const findings = find(ALONE, OTHERS);
  const steps = planOffboardingRecord(fresh, findings);
  const offboarding = applyPlan(fresh, { steps, findings, coverage: COVERAGE, batch: "b1" });
  return { offboarding, keys: offboarding.steps.map(({ key }) => key) };
}

it.each([
  [0, 0],
  [1, 1],
])("keeps an explicit level %s that is below the project default", (level, remaining) => {
  const membership = {
    ...buildMembership(LEA_VER),
    level,
    effective_level: level,
    inherited_access: { level: 8, reason: "project_default", minimum: 0, maximum: 8 },
  };
  const fresh = createOffboardingRecord(apiOf(), LEA_VER);
  const findings = matchMember(LEA_VER, { members: [membership], subscriptions: [] });
  const steps = planOffboardingRecord(fresh, findings);
  const offboarding = applyPlan(fresh, { steps, findings, coverage: COVERAGE, batch: "b1" });
  expect(getStepChanges(steps, false)).toMatchObject([{ kind: "nothing" }]);
  expect(offboarding).toMatchObject({
    steps: [{ kind: "membership", outcome: "nothing", reason: expect.stringContaining("Administrator") }],
    inherited: { level: remaining },
  });
});

it("records the access of a person without a level, even if only the email is known", () => {
  const access: MemberAccess = {
    organization_membership_id: "m-1",
    user: buildUserSummary(LEA_VER.uuid, "Lea@x.co"),
    organization_level: 1,
    project: {
      access_level: null,
      effective_access_level: "member",
      inherited_access_level: "member",
      inherited_access_level_reason: "project_default",
      minimum: "none",
      maximum: "admin",
    },
  };
  const other = { ...access, user: buildUserSummary(null, "bo@x.co"), organization_level: 8 };
  for (const leaver of [LEA_VER, { ...LEA_VER, uuid: null }]) {
    const fresh = createOffboardingRecord(apiOf(), leaver);
    const findings = matchMember(leaver, { members: [], access: [other, access], subscriptions: [OTHERS] });
    const steps = planOffboardingRecord(fresh, findings);
    expect(applyPlan(fresh, { steps, findings, coverage: COVERAGE, batch: "b1" })).toMatchObject({
      organizationLevel: 1,
      inherited: { level: 1, reason: "project_default" },
    });
  }
});

function createJob(
  offboarding: OffboardingRecord,
  statuses: readonly ItemStatus[],
  reason: string | null = null,
) {
  const changes = getStepChanges(planOffboardingRecord(offboarding, find(ALONE, OTHERS)), false);
  const statusAt = (index: number) => statuses[index] ?? "waiting";
  return {
    changes,
    statusAt,
    reasonAt: (index: number) => (statusAt(index) === "done" ? null : reason),
  };
}

const outcomes = ({ steps }: OffboardingRecord) => steps.map(({ outcome }) => outcome);

function entry(step: RecordedStep, part: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: "e1",
    connection: "live",
    server: "Live",
    projectId: "1",
    at: "2026-11-21T10:00:00.000Z",
    resource: step.kind === "membership" ? "member" : "subscription",
    recordId: step.recordId,
    name: step.name,
    kind: "changed",
    changes: [],
    outcome: "done",
    reason: null,
    batch: { id: "b1", label: "Offboard" },
    undoes: null,
    undoneBy: null,
    tab: "t",
    ...part,
  };
}

describe("an offboarding record", () => {
  it("records the planned values unchanged before anything is sent", () => {
    const { offboarding } = planned();
    expect(offboarding.steps).toMatchObject([
      { key: "membership", recordId: LEA_VER.uuid, before: "Member", outcome: "waiting" },
      { key: "subscription 1", action: "delete", before: "lea@x.co", outcome: "waiting" },
      {
        key: "subscription 2",
        action: "remove",
        before: "lea@x.co,bo@x.co",
        after: "bo@x.co",
        outcome: "waiting",
      },
    ]);
    expect(offboarding).toMatchObject({ batches: ["b1"], organizationLevel: 1, coverage: COVERAGE });
    expect(getOffboardingState(offboarding)).toBe("open");
  });

  it("applies outcomes of a job and is done when all steps are", () => {
    const { offboarding } = planned();
    const halted = applyBulkResult(offboarding, createJob(offboarding, ["done", "sending", "failed"], "No."));
    expect(halted.steps.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["done", null],
      ["waiting", null],
      ["failed", "No."],
    ]);
    expect(getOffboardingState(halted)).toBe("open");
    expect(getOffboardingState({ ...halted, closedAt: "2026-11-21T10:00:00Z" })).toBe("done");
    expect(
      getOffboardingState(applyBulkResult(offboarding, createJob(offboarding, ["done", "done", "done"]))),
    ).toBe("done");
  });

  it("applies outcomes from the journal when the page was closed during the job", () => {
    const { offboarding } = planned();
    const [access, alone, others] = offboarding.steps;
    if (!access || !alone || !others) throw new Error("no steps");
    const applied = applyJournal(offboarding, [
      entry(access, { at: "2026-11-21T10:00:01.000Z" }),
      entry(alone, { id: "e2", outcome: "refused", reason: "No." }),
      entry(alone, { id: "e3", outcome: "unknown", reason: "No answer." }),
      // These entries belong to another batch, or to another resource with the same ID.
      entry(others, { batch: { id: "b0", label: "Other" } }),
      entry(others, { id: "e4", resource: "export" }),
    ]);
    expect(applied.steps.map(({ outcome, reason, at }) => [outcome, reason, at])).toEqual([
      ["done", null, "2026-11-21T10:00:01.000Z"],
      ["unknown", "No answer.", "2026-11-21T10:00:00.000Z"],
      ["waiting", null, null],
    ]);
  });

  it("is undone when all finished steps are", () => {
    const { offboarding } = planned();
    const entries = offboarding.steps.map((step, index) => entry(step, { id: `e${index}`, undoneBy: "u" }));
    expect(getOffboardingState(applyJournal(offboarding, entries))).toBe("undone");
    const some = entries.map((each, index) => (index === 0 ? { ...each, undoneBy: null } : each));
    expect(getOffboardingState(applyJournal(offboarding, some))).toBe("done");
  });

  it("ignores the journal for outcomes of checks", () => {
    const { offboarding } = planned();
    const checked = applyBulkResult(
      offboarding,
      createJob(offboarding, ["changed", "nothing", "impossible"], "Why."),
    );
    expect(
      outcomes(
        applyJournal(
          checked,
          checked.steps.map((step) => entry(step)),
        ),
      ),
    ).toEqual(["changed", "nothing", "impossible"]);
  });
});

describe("a resumed offboarding", () => {
  it("plans remaining steps, without subscriptions that it moved to Trash", () => {
    const { offboarding } = planned();
    const gone = { ...ALONE, deleted: true };
    const someone = buildOffboardingSubscription({ id: 9, target_value: "lea@x.co", deleted: true });
    const left = planOffboardingRecord(
      offboarding,
      matchMember(LEA_VER, { members: [], subscriptions: [gone, OTHERS, someone] }),
    );
    expect(left.map(({ key, isSelected }) => [key, isSelected])).toEqual([
      ["subscription 2", true],
      ["trash 9", false],
    ]);
  });

  it("keeps finished steps and marks missing ones as already done", () => {
    const { offboarding } = planned();
    const broken = applyBulkResult(offboarding, createJob(offboarding, ["done", "unknown", "failed"], "No."));
    const findings = matchMember(LEA_VER, { members: [], subscriptions: [OTHERS] });
    const again = applyPlan(broken, {
      steps: planOffboardingRecord(broken, findings),
      findings,
      coverage: COVERAGE,
      batch: "b2",
    });
    expect(again.steps.map(({ key, outcome }) => [key, outcome])).toEqual([
      ["membership", "done"],
      ["subscription 1", "gone"],
      ["subscription 2", "waiting"],
    ]);
    expect(again.batches).toEqual(["b1", "b2"]);
    // The new scan found no membership, so the recorded organization level remains.
    expect(again.organizationLevel).toBe(1);
  });

  it("doesn't mark missing steps as done when some records are unreadable", () => {
    const { offboarding } = planned();
    const broken = applyBulkResult(offboarding, createJob(offboarding, ["failed", "failed", "done"], "No."));
    const findings = matchMember(LEA_VER, { members: [], subscriptions: [] });
    const again = (coverage: Partial<OffboardingRecord["coverage"]>) =>
      applyPlan(broken, { steps: [], findings, coverage: { ...COVERAGE, ...coverage }, batch: "b2" });
    expect(outcomes(again({}))).toEqual(["gone", "gone", "done"]);
    const noMembers = again({ membersProblem: "Not you." });
    expect(outcomes(noMembers)).toEqual(["failed", "gone", "done"]);
    expect(noMembers.steps[0]?.reason).toContain("wasn't found in the latest scan, which may be incomplete");
    expect(getOffboardingState(noMembers)).toBe("open");
    expect(outcomes(again({ unreadable: 1 }))).toEqual(["failed", "failed", "done"]);
  });

  it("marks steps that sent nothing as already done", () => {
    const { offboarding } = planned();
    const finished = applyBulkResult(offboarding, createJob(offboarding, ["done", "done", "done"], null));
    const faster = applyBulkResult(offboarding, {
      ...createJob(offboarding, ["done", "done", "done"]),
      reasonAt: (index) => (index === 0 ? ALREADY_UP_TO_DATE : null),
    });
    expect(outcomes(faster)).toEqual(["gone", "done", "done"]);
    const undone = (each: OffboardingRecord) =>
      applyJournal(
        each,
        each.steps.slice(1).map((step, index) => entry(step, { id: `e${index}`, undoneBy: "u" })),
      );
    expect([getOffboardingState(undone(finished)), getOffboardingState(undone(faster))]).toEqual([
      "done",
      "undone",
    ]);
  });

  it("applies stored choices and keeps a membership that can't be removed", () => {
    const { offboarding } = planned();
    const choices = {
      ...offboarding.choices,
      treatment: "replace",
      by: "di@x.co",
      ticks: { "subscription 1": false },
    } as const;
    const steps = planOffboardingRecord({ ...offboarding, choices }, find(ALONE, OTHERS), {
      refusal: "The last administrator.",
    });
    expect(steps.map(({ change, isSelected }) => [change.kind, isSelected])).toEqual([
      ["impossible", true],
      ["change", false],
      ["change", true],
    ]);
  });
});

describe("the store", () => {
  beforeEach(() => {
    vi.stubGlobal("indexedDB", new IDBFactory());
    return () => vi.unstubAllGlobals();
  });

  it("lists records by connection and project, newest first, and deletes one", async () => {
    const [one, two] = [createOffboardingRecord(apiOf(), LEA_VER), createOffboardingRecord(apiOf(), LEA_VER)];
    await updateStoredOffboarding(apiOf(), one);
    await updateStoredOffboarding(apiOf(), two);
    const other = createOffboardingRecord(apiOf("2"), LEA_VER);
    await updateStoredOffboarding(apiOf("2"), other);
    expect((await readOffboardings(apiOf())).map(({ id }) => id)).toEqual([two.id, one.id]);
    expect((await readOffboardings(apiOf("2"))).map(({ id }) => id)).toEqual([other.id]);
    await deleteStoredOffboarding(two.id);
    expect((await readOffboardings(apiOf())).map(({ id }) => id)).toEqual([one.id]);
  });

  it("edits the stored record, not the caller's copy", async () => {
    const first = createOffboardingRecord(apiOf(), LEA_VER);
    await updateStoredOffboarding(apiOf(), first);
    await updateStoredOffboarding(apiOf(), first, (known) => ({
      ...known,
      batches: [...known.batches, "b1"],
    }));
    await updateStoredOffboarding(apiOf(), first, (known) => ({
      ...known,
      batches: [...known.batches, "b2"],
    }));
    expect((await readOffboardings(apiOf()))[0]?.batches).toEqual(["b1", "b2"]);
  });

  it("never stores the API key", async () => {
    const odd = { ...LEA_VER, name: `Lea ${KEY}` };
    await updateStoredOffboarding(apiOf(), createOffboardingRecord(apiOf(), odd));
    expect(JSON.stringify(await readOffboardings(apiOf()))).not.toContain(KEY);
    expect((await readOffboardings(apiOf()))[0]?.departingMember.name).toBe("Lea •••");
  });

  it("skips unreadable records and notifies of changes", async () => {
    const notify = vi.fn();
    const stop = subscribeToOffboardings(notify);
    const first = createOffboardingRecord(apiOf(), LEA_VER);
    await updateStoredOffboarding(apiOf(), first, (known) => Object.assign({ ...known }, { steps: "none" }));
    expect(await readOffboardings(apiOf())).toEqual([]);
    expect(notify).toHaveBeenCalledTimes(1);
    stop();
  });

  it("keeps a record in memory when storage is unavailable, and reports it", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const first = createOffboardingRecord(apiOf(), LEA_VER);
    await updateStoredOffboarding(apiOf(), first);
    await updateStoredOffboarding(apiOf(), first, (known) => ({ ...known, batches: ["b1"] }));
    expect((await readOffboardings(apiOf()))[0]).toMatchObject({ id: first.id, batches: ["b1"] });
    expect(isOffboardingStored(first.id)).toBe(false);
    await deleteStoredOffboarding(first.id);
  });

  it("fails to lock an offboarding that another tab runs", async () => {
    const held = new Set<string>();
    const locks = {
      async request(name: string, _: unknown, then: (lock: object | null) => unknown) {
        if (held.has(name)) return then(null);
        held.add(name);
        await then({});
        held.delete(name);
      },
    };
    vi.stubGlobal("navigator", { locks });
    const release = await lockOffboarding("c1");
    expect(await lockOffboarding("c1")).toBeNull();
    expect(await lockOffboarding("c2")).not.toBeNull();
    release?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(await lockOffboarding("c1")).not.toBeNull();
  });
});
