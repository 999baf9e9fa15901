import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ALREADY } from "@/data/bulk/bulk-job";
import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import type { Api } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { createClient } from "@/http/client";
import { delivery, LEA, membershipOf } from "@/testing/build-offboarding";
import { writesOf } from "./offboarding-job";
import { withJournal, withRun } from "./offboarding-outcome";
import {
  type CaseStep,
  newCase,
  type OffboardingCase,
  planCase,
  stateOfCase,
  withPlan,
} from "./offboarding-record";
import { findLeaver } from "./offboarding-scan";
import { dropCase, holdCase, isCaseKept, keepCase, readCases, watchCases } from "./offboarding-store";

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

const LOOKED = { deliveries: 3, bin: 0, unreadable: 0, membersProblem: null };
const ALONE = delivery({ id: 1, title: "Alone", target_value: "lea@x.co" });
const OTHERS = delivery({ id: 2, title: "Others" });

const find = (...deliveries: readonly ReturnType<typeof delivery>[]) =>
  findLeaver(LEA, { members: [membershipOf(LEA)], deliveries });

/** A case of an access and two deliveries that is about to be run. */
function planned(): { readonly kept: OffboardingCase; readonly keys: readonly string[] } {
  const fresh = newCase(apiOf(), LEA);
  const findings = find(ALONE, OTHERS);
  const steps = planCase(fresh, findings);
  const kept = withPlan(fresh, { steps, findings, looked: LOOKED, batch: "b1" });
  return { kept, keys: kept.steps.map(({ key }) => key) };
}

function runOf(kept: OffboardingCase, statuses: readonly ItemStatus[], reason: string | null = null) {
  const writes = writesOf(planCase(kept, find(ALONE, OTHERS)), false);
  const statusAt = (place: number) => statuses[place] ?? "waiting";
  return { writes, statusAt, reasonAt: (place: number) => (statusAt(place) === "done" ? null : reason) };
}

const outcomes = ({ steps }: OffboardingCase) => steps.map(({ outcome }) => outcome);

function entry(step: CaseStep, part: Partial<JournalEntry> = {}): JournalEntry {
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

describe("a case", () => {
  it("keeps what was planned, byte for byte, before anything is sent", () => {
    const { kept } = planned();
    expect(kept.steps).toMatchObject([
      { key: "membership", recordId: LEA.uuid, before: "Member", outcome: "waiting" },
      { key: "delivery 1", action: "delete", before: "lea@x.co", outcome: "waiting" },
      {
        key: "delivery 2",
        action: "remove",
        before: "lea@x.co,bo@x.co",
        after: "bo@x.co",
        outcome: "waiting",
      },
    ]);
    expect(kept).toMatchObject({ batches: ["b1"], keeps: 1, looked: LOOKED });
    expect(stateOfCase(kept)).toBe("open");
  });

  it("takes over what became of each step, and is done when all are", () => {
    const { kept } = planned();
    const halted = withRun(kept, runOf(kept, ["done", "sending", "failed"], "No."));
    expect(halted.steps.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["done", null],
      ["waiting", null],
      ["failed", "No."],
    ]);
    expect(stateOfCase(halted)).toBe("open");
    expect(stateOfCase({ ...halted, closedAt: "2026-11-21T10:00:00Z" })).toBe("done");
    expect(stateOfCase(withRun(kept, runOf(kept, ["done", "done", "done"])))).toBe("done");
  });

  it("is told by the journal where its page was closed in the middle", () => {
    const { kept } = planned();
    const [access, alone, others] = kept.steps;
    if (!access || !alone || !others) throw new Error("no steps");
    const told = withJournal(kept, [
      entry(access, { at: "2026-11-21T10:00:01.000Z" }),
      entry(alone, { id: "e2", outcome: "refused", reason: "No." }),
      entry(alone, { id: "e3", outcome: "unknown", reason: "No answer." }),
      // Of another batch, and of a record of the same number.
      entry(others, { batch: { id: "b0", label: "Other" } }),
      entry(others, { id: "e4", resource: "export" }),
    ]);
    expect(told.steps.map(({ outcome, reason, at }) => [outcome, reason, at])).toEqual([
      ["done", null, "2026-11-21T10:00:01.000Z"],
      ["unknown", "No answer.", "2026-11-21T10:00:00.000Z"],
      ["waiting", null, null],
    ]);
  });

  it("is undone when all that was done is", () => {
    const { kept } = planned();
    const entries = kept.steps.map((step, place) => entry(step, { id: `e${place}`, undoneBy: "u" }));
    expect(stateOfCase(withJournal(kept, entries))).toBe("undone");
    const some = entries.map((each, place) => (place === 0 ? { ...each, undoneBy: null } : each));
    expect(stateOfCase(withJournal(kept, some))).toBe("done");
  });

  it("does not ask the journal about what was found by looking", () => {
    const { kept } = planned();
    const looked = withRun(kept, runOf(kept, ["changed", "nothing", "impossible"], "Why."));
    expect(
      outcomes(
        withJournal(
          looked,
          looked.steps.map((step) => entry(step)),
        ),
      ),
    ).toEqual(["changed", "nothing", "impossible"]);
  });
});

describe("taken up again", () => {
  it("plans what is left, and nothing that it has put into the bin itself", () => {
    const { kept } = planned();
    const gone = { ...ALONE, deleted: true };
    const someone = delivery({ id: 9, target_value: "lea@x.co", deleted: true });
    const left = planCase(kept, findLeaver(LEA, { members: [], deliveries: [gone, OTHERS, someone] }));
    expect(left.map(({ key, isTicked }) => [key, isTicked])).toEqual([
      ["delivery 2", true],
      ["bin 9", false],
    ]);
  });

  it("keeps what was done, and says of the rest that it is so already", () => {
    const { kept } = planned();
    const broken = withRun(kept, runOf(kept, ["done", "unknown", "failed"], "No."));
    const findings = findLeaver(LEA, { members: [], deliveries: [OTHERS] });
    const again = withPlan(broken, {
      steps: planCase(broken, findings),
      findings,
      looked: LOOKED,
      batch: "b2",
    });
    expect(again.steps.map(({ key, outcome }) => [key, outcome])).toEqual([
      ["membership", "done"],
      ["delivery 1", "gone"],
      ["delivery 2", "waiting"],
    ]);
    expect(again.batches).toEqual(["b1", "b2"]);
    // Of somebody who is no member any more nobody says it again.
    expect(again.keeps).toBe(1);
  });

  it("does not say that something is so already where it could not be read", () => {
    const { kept } = planned();
    const broken = withRun(kept, runOf(kept, ["failed", "failed", "done"], "No."));
    const findings = findLeaver(LEA, { members: [], deliveries: [] });
    const again = (looked: Partial<OffboardingCase["looked"]>) =>
      withPlan(broken, { steps: [], findings, looked: { ...LOOKED, ...looked }, batch: "b2" });
    expect(outcomes(again({}))).toEqual(["gone", "gone", "done"]);
    const noMembers = again({ membersProblem: "Not you." });
    expect(outcomes(noMembers)).toEqual(["failed", "gone", "done"]);
    expect(noMembers.steps[0]?.reason).toContain("not everything could be read");
    expect(stateOfCase(noMembers)).toBe("open");
    expect(outcomes(again({ unreadable: 1 }))).toEqual(["failed", "failed", "done"]);
  });

  it("counts what somebody else was faster with as nothing of its own", () => {
    const { kept } = planned();
    const ran = withRun(kept, runOf(kept, ["done", "done", "done"], null));
    const faster = withRun(kept, {
      ...runOf(kept, ["done", "done", "done"]),
      reasonAt: (place) => (place === 0 ? ALREADY : null),
    });
    expect(outcomes(faster)).toEqual(["gone", "done", "done"]);
    const undone = (each: OffboardingCase) =>
      withJournal(
        each,
        each.steps.slice(1).map((step, place) => entry(step, { id: `e${place}`, undoneBy: "u" })),
      );
    expect([stateOfCase(undone(ran)), stateOfCase(undone(faster))]).toEqual(["done", "undone"]);
  });

  it("treats and ticks each as it was chosen, and leaves a membership that may not be taken away", () => {
    const { kept } = planned();
    const choices = {
      ...kept.choices,
      treatment: "replace",
      by: "di@x.co",
      ticks: { "delivery 1": false },
    } as const;
    const steps = planCase({ ...kept, choices }, find(ALONE, OTHERS), "The last administrator.");
    expect(steps.map(({ write, isTicked }) => [write.kind, isTicked])).toEqual([
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

  it("keeps cases by server and project, newest first, and forgets one", async () => {
    const [one, two] = [newCase(apiOf(), LEA), newCase(apiOf(), LEA)];
    await keepCase(apiOf(), one);
    await keepCase(apiOf(), two);
    const other = newCase(apiOf("2"), LEA);
    await keepCase(apiOf("2"), other);
    expect((await readCases(apiOf())).map(({ id }) => id)).toEqual([two.id, one.id]);
    expect((await readCases(apiOf("2"))).map(({ id }) => id)).toEqual([other.id]);
    await dropCase(two.id);
    expect((await readCases(apiOf())).map(({ id }) => id)).toEqual([one.id]);
  });

  it("changes what is kept, not what a page has in hand", async () => {
    const first = newCase(apiOf(), LEA);
    await keepCase(apiOf(), first);
    await keepCase(apiOf(), first, (known) => ({ ...known, batches: [...known.batches, "b1"] }));
    await keepCase(apiOf(), first, (known) => ({ ...known, batches: [...known.batches, "b2"] }));
    expect((await readCases(apiOf()))[0]?.batches).toEqual(["b1", "b2"]);
  });

  it("never keeps the key, wherever it stands", async () => {
    const odd = { ...LEA, name: `Lea ${KEY}` };
    await keepCase(apiOf(), newCase(apiOf(), odd));
    expect(JSON.stringify(await readCases(apiOf()))).not.toContain(KEY);
    expect((await readCases(apiOf()))[0]?.leaver.name).toBe("Lea •••");
  });

  it("leaves out what it cannot read, and tells of changes", async () => {
    const tell = vi.fn();
    const stop = watchCases(tell);
    const first = newCase(apiOf(), LEA);
    await keepCase(apiOf(), first, (known) => Object.assign({ ...known }, { steps: "none" }));
    expect(await readCases(apiOf())).toEqual([]);
    expect(tell).toHaveBeenCalledTimes(1);
    stop();
  });

  it("holds a case as long as the tab where the browser keeps nothing, and says so", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const first = newCase(apiOf(), LEA);
    await keepCase(apiOf(), first);
    await keepCase(apiOf(), first, (known) => ({ ...known, batches: ["b1"] }));
    expect((await readCases(apiOf()))[0]).toMatchObject({ id: first.id, batches: ["b1"] });
    expect(isCaseKept(first.id)).toBe(false);
    await dropCase(first.id);
  });

  it("says where another tab runs a case", async () => {
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
    const letGo = await holdCase("c1");
    expect(await holdCase("c1")).toBeNull();
    expect(await holdCase("c2")).not.toBeNull();
    letGo?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(await holdCase("c1")).not.toBeNull();
  });
});
