// @vitest-environment jsdom
import { buildApi, buildJournalEntry, LEA_VER } from "@test/support/builders";

import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, expect, it, vi } from "vitest";
import type { Api } from "@/data/backend/backend";
import { writeEntry } from "@/data/journal/journal-store";
import { createOffboardingRecord } from "@/data/offboarding/offboarding-record";
import { updateStoredOffboarding } from "@/data/offboarding/offboarding-store";
import { storeObservations } from "@/data/web-vitals/vitals-history";
import { findStoredServerData, removeStoredServerData } from "./connection-list";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  localStorage.clear();
  sessionStorage.clear();
});

/** Stores a change, an offboarding, an observation and settings for a project. */
async function store(api: Api): Promise<void> {
  const { id, label } = api.client.connection;
  const { projectId } = api;
  await writeEntry(buildJournalEntry({ id: `${id} ${projectId}`, connection: id, server: label, projectId }));
  await updateStoredOffboarding(api, createOffboardingRecord(api, LEA_VER));
  await storeObservations(api, [
    { path: "/", metric: "LCP", percentile: "p90", at: 1, value: 2_000, start: null },
  ]);
  localStorage.setItem(`environs.own-domains.${id}.${api.projectId}`, "[]");
  sessionStorage.setItem(`environs.offboarding.${id}.${api.projectId}.?person=lea`, "{}");
}

it("finds and removes everything about one server, in all its projects", async () => {
  await store(buildApi({ id: "one" }));
  await store(buildApi({ id: "one", projectId: "@current" }));
  await store(buildApi({ id: "other" }));
  expect(await findStoredServerData("one")).toEqual({
    counts: [2, 2, 2],
    settings: ["own-domains", "offboarding"],
  });
  await removeStoredServerData("one");
  expect(await findStoredServerData("one")).toBeNull();
  expect(await findStoredServerData("other")).toMatchObject({ counts: [1, 1, 1] });
});

it("finds nothing where nothing is stored, or storage is missing", async () => {
  expect(await findStoredServerData("one")).toBeNull();
  vi.stubGlobal("indexedDB", undefined);
  expect(await findStoredServerData("one")).toBeNull();
});

it("counts nothing and rejects the removal when a store doesn't open", async () => {
  const stored = new IDBFactory();
  vi.stubGlobal("indexedDB", stored);
  await store(buildApi({ id: "one" }));
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("blocked", "SecurityError");
    },
  });
  expect(await findStoredServerData("one")).toMatchObject({
    counts: [null, null, null],
  });
  await expect(removeStoredServerData("one")).rejects.toThrow("can't be opened");
  vi.stubGlobal("indexedDB", stored);
  expect(await findStoredServerData("one")).toMatchObject({
    counts: [1, 1, 1],
    settings: ["own-domains", "offboarding"],
  });
  await removeStoredServerData("one");
  expect(await findStoredServerData("one")).toBeNull();
});
