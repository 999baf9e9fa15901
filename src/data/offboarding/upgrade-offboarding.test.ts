import { buildApi } from "@test/support/builders";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { expect, it, vi } from "vitest";
import { readOffboardings } from "./offboarding-store";

const STEP = {
  name: "bin report",
  recordId: 1,
  action: "remove",
  by: null,
  before: "lea@x.co",
  after: "",
  outcome: "done",
  reason: null,
  at: null,
};
const OLD_RECORD = {
  id: "1",
  connection: "c1",
  server: "https://x.co",
  projectId: "1",
  leaver: { uuid: "u1", email: "lea@x.co", name: "Lea Ver" },
  choices: {
    treatment: "remove",
    by: "",
    whenLast: "delete",
    redirectTo: "",
    own: { "delivery 1": { kind: "delete" } },
    ticks: { "bin 2": true, membership: false },
  },
  startedAt: "2026-11-20T00:00:00.000Z",
  closedAt: null,
  batches: [],
  steps: [
    { ...STEP, key: "membership", kind: "membership" },
    { ...STEP, key: "delivery 1", kind: "delivery" },
    { ...STEP, key: "bin 2", kind: "bin" },
  ],
  created: [{ id: 3, name: "delivery of sales", isInBin: false }],
  named: [{ id: 4, name: "To a channel", isInBin: true }],
  keeps: 1,
  looked: { deliveries: 60, bin: 4, unreadable: 0, membersProblem: null },
};

it("upgrades the database of version 1 and keeps its records", async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  const old = await openDB("environs-offboarding", 1, {
    upgrade: (db) =>
      void db.createObjectStore("cases", { keyPath: "id" }).createIndex("place", ["connection", "projectId"]),
  });
  await old.put("cases", OLD_RECORD);
  // A record without fields that were added later, and an incompatible one.
  const { named: _named, ...older } = OLD_RECORD;
  await old.put("cases", { ...older, id: "0" });
  await old.put("cases", { ...OLD_RECORD, id: "2", steps: "none" });
  old.close();
  const { leaver, keeps, looked: _looked, named: _mentioning, ...others } = OLD_RECORD;
  const upgraded = {
    ...others,
    departingMember: leaver,
    choices: {
      ...OLD_RECORD.choices,
      own: { "subscription 1": { kind: "delete" } },
      ticks: { "trash 2": true, membership: false },
    },
    steps: [
      { ...STEP, key: "membership", kind: "membership" },
      { ...STEP, key: "subscription 1", kind: "subscription" },
      { ...STEP, key: "trash 2", kind: "trash" },
    ],
    created: [{ id: 3, name: "delivery of sales", isInTrash: false }],
    mentioning: [{ id: 4, name: "To a channel", isInTrash: true }],
    organizationLevel: keeps,
    coverage: { subscriptions: 60, trash: 4, unreadable: 0, membersProblem: null },
  };
  expect(await readOffboardings(buildApi({ id: "c1" }))).toEqual([
    upgraded,
    { ...upgraded, id: "0", mentioning: [] },
  ]);
  vi.unstubAllGlobals();
});
