import {
  buildApi,
  buildJournalEntry,
  buildMembership,
  buildOffboardingSubscription,
  buildUserSummary,
  LEA_VER,
} from "@test/support/builders";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MemberAccess } from "@/api/members";
import { ALREADY_UP_TO_DATE, type ItemStatus } from "@/data/bulk/bulk-job-items";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { matchMember } from "./match-member";
import { applyBulkResult, applyJournal, getStepChanges } from "./offboarding-job";
import type { OffboardingRecord, RecordedStep } from "./offboarding-record";
import {
  applyPlan,
  createOffboardingRecord,
  getOffboardingState,
  planOffboardingRecord,
} from "./offboarding-record";
import {
  deleteStoredOffboarding,
  isOffboardingStored,
  readOffboardings,
  subscribeToOffboardings,
  updateStoredOffboarding,
} from "./offboarding-store";

const api = buildApi({ id: "live" });

const COVERAGE = { subscriptions: 3, trash: 0, unreadable: 0, membersProblem: null };
const ALONE = buildOffboardingSubscription({ id: 1, title: "Alone", target_value: "lea@x.co" });
const OTHERS = buildOffboardingSubscription({ id: 2, title: "Others" });

const find = (...deliveries: readonly ReturnType<typeof buildOffboardingSubscription>[]) =>
  matchMember(LEA_VER, { members: [buildMembership(LEA_VER)], subscriptions: deliveries });

function planned(): { readonly offboarding: OffboardingRecord; readonly keys: readonly string[] } {
  const fresh = createOffboardingRecord(api, LEA_VER);
  const findings = find(ALONE, OTHERS);
  const steps = planOffboardingRecord(fresh, findings);
  const offboarding = applyPlan(fresh, { steps, findings, coverage: COVERAGE }, "b1");
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
  const fresh = createOffboardingRecord(api, LEA_VER);
  const findings = matchMember(LEA_VER, { members: [membership], subscriptions: [] });
  const steps = planOffboardingRecord(fresh, findings);
  const offboarding = applyPlan(fresh, { steps, findings, coverage: COVERAGE }, "b1");
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
    const fresh = createOffboardingRecord(api, leaver);
    const findings = matchMember(leaver, { members: [], access: [other, access], subscriptions: [OTHERS] });
    const steps = planOffboardingRecord(fresh, findings);
    expect(applyPlan(fresh, { steps, findings, coverage: COVERAGE }, "b1")).toMatchObject({
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
  const items = statuses.map((status) => ({ status, reason: status === "done" ? null : reason }));
  return { changes, items };
}

const outcomes = ({ steps }: OffboardingRecord) => steps.map(({ outcome }) => outcome);

function entry(step: RecordedStep, part: Partial<JournalEntry> = {}): JournalEntry {
  return buildJournalEntry({
    resource: step.kind === "membership" ? "member" : "subscription",
    recordId: step.recordId,
    batch: { id: "b1", label: "Offboard" },
    ...part,
  });
}

it("an offboarding record ignores the journal for outcomes of checks", () => {
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

describe("a resumed offboarding", () => {
  it("doesn't mark missing steps as done when some records are unreadable", () => {
    const { offboarding } = planned();
    const broken = applyBulkResult(offboarding, createJob(offboarding, ["failed", "failed", "done"], "No."));
    const findings = matchMember(LEA_VER, { members: [], subscriptions: [] });
    const again = (coverage: Partial<OffboardingRecord["coverage"]>) =>
      applyPlan(broken, { steps: [], findings, coverage: { ...COVERAGE, ...coverage } }, "b2");
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
    const job = createJob(offboarding, ["done", "done", "done"]);
    const items = job.items.map((item, index) =>
      index === 0 ? { ...item, reason: ALREADY_UP_TO_DATE } : item,
    );
    const faster = applyBulkResult(offboarding, { ...job, items });
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

  it("edits the stored record, not the caller's copy", async () => {
    const first = createOffboardingRecord(api, LEA_VER);
    await updateStoredOffboarding(api, first);
    await updateStoredOffboarding(api, first, (known) => ({
      ...known,
      batches: [...known.batches, "b1"],
    }));
    await updateStoredOffboarding(api, first, (known) => ({
      ...known,
      batches: [...known.batches, "b2"],
    }));
    expect((await readOffboardings(api))[0]?.batches).toEqual(["b1", "b2"]);
  });

  it("skips unreadable records and notifies of changes", async () => {
    const notify = vi.fn();
    const stop = subscribeToOffboardings(notify);
    const first = createOffboardingRecord(api, LEA_VER);
    await updateStoredOffboarding(api, first, (known) => Object.assign({ ...known }, { steps: "none" }));
    expect(await readOffboardings(api)).toEqual([]);
    expect(notify).toHaveBeenCalledTimes(1);
    stop();
  });

  it("keeps a record in memory when storage is unavailable, and reports it", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const first = createOffboardingRecord(api, LEA_VER);
    await updateStoredOffboarding(api, first);
    await updateStoredOffboarding(api, first, (known) => ({ ...known, batches: ["b1"] }));
    expect((await readOffboardings(api))[0]).toMatchObject({ id: first.id, batches: ["b1"] });
    expect(isOffboardingStored(first.id)).toBe(false);
    await deleteStoredOffboarding(first.id);
  });
});
