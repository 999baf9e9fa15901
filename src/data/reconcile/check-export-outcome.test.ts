import { buildJournalEntry } from "@test/support/builders";
import { createTestProject, type TestProject } from "@test/support/test-project";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeEntry } from "@/data/journal/journal";
import { fieldChanges, type JournalEntry } from "@/data/journal/journal-entry";
import { readRecordEntries } from "@/data/journal/journal-store";
import { checkJournalEntry } from "./check-outcome";

const HOUR = 3_600_000;
const SENT = {
  insight: 4001,
  export_format: "text/csv",
  export_context: { filename: "q3", nested: { a: 1, b: [2] } },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") });
  vi.stubGlobal("indexedDB", new IDBFactory());
});

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

function left(project: TestProject, part: Partial<JournalEntry> = {}, sent: object = SENT): JournalEntry {
  const { id, label } = project.api.client.connection;
  return buildJournalEntry({
    id: "0",
    connection: id,
    server: label,
    projectId: project.api.projectId,
    at: ago(HOUR),
    resource: "export",
    recordId: null,
    name: "Export of insight 4",
    kind: "created",
    changes: fieldChanges({}, sent, null),
    outcome: "unknown",
    ...part,
  });
}

const check = (project: TestProject, entry = left(project)) => checkJournalEntry(project.api, entry);

describe("a creation with an unknown outcome", () => {
  it("is matched by the sent values, ignoring the key order of the context", async () => {
    const project = createTestProject();
    const export_context = { added: true, nested: { b: [2], a: 1 }, filename: "q3" };
    const { id } = project.putExport({
      ...SENT,
      export_context,
      created_at: ago(HOUR - 5_000),
    });
    project.putExport({ ...SENT, export_format: "image/png" });
    project.putExport({ ...SENT, insight: 4002 });
    project.putExport({ ...SENT, export_context: { ...SENT.export_context, nested: { a: 1, b: [2, 3] } } });
    expect(await check(project)).toMatchObject({
      outcome: "done",
      reason: `Checked: created as export ${id}.`,
      recordId: id,
      name: "q3.csv",
    });
    expect(await readRecordEntries(project.api, id, "export")).toMatchObject([{ outcome: "done" }]);
  });

  it("ignores older exports and those of other entries", async () => {
    const project = createTestProject();
    project.putExport({ ...SENT, created_at: ago(2 * HOUR) });
    const { id } = project.putExport(SENT);
    await storeEntry(left(project, { id: "1", recordId: id, outcome: "done" }));
    expect(await check(project)).toMatchObject({
      outcome: "refused",
      reason: "Checked: not created.",
    });
  });

  it("stays unknown when several exports match", async () => {
    const project = createTestProject();
    project.putExport(SENT);
    project.putExport(SENT);
    expect((await check(project)).reason).toContain("matches exports 2 and 1");
  });

  it("stays unknown while the server may still create it, if it would have expired, or if the list is too long", async () => {
    const project = createTestProject();
    const recent = await check(project, left(project, { at: ago(60_000) }));
    expect(recent).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("may still be created"),
    });
    const short = left(project, {}, { ...SENT, expires_after: ago(1_000) });
    expect((await check(project, short)).reason).toContain("would have expired");
    for (let made = 0; made < 501; made += 1) project.putExport();
    expect((await check(project)).reason).toContain("Some records weren't read");
    expect(project.requests).toHaveLength(1 + 1 + 5);
  });
});
