import { buildJournalEntry } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { groupJournal, journalRowId, toSelectedEntries, toSelectedRows } from "./journal-columns";

const PAUSE = { id: "pause", label: "Pause 2 subscriptions" };

const entry = (id: string, at: string, batch: JournalEntry["batch"] = null) =>
  buildJournalEntry({ id, at, batch });

// 23:30 UTC is the next day in Berlin.
const ENTRIES = [
  entry("d", "2026-11-21T09:00:00Z", PAUSE),
  entry("c", "2026-11-21T08:59:59Z"),
  entry("b", "2026-11-20T23:30:00Z", PAUSE),
  entry("a", "2026-11-20T10:00:00Z", PAUSE),
];
const ids = (openBatch: string | null) => groupJournal(ENTRIES, "Europe/Berlin", openBatch).map(journalRowId);
const DAYS = [20_778, 20_777];

describe("groupJournal", () => {
  it("has a row for each day of the zone and for each bulk action of several changes", () => {
    expect(ids(null)).toEqual([`day ${DAYS[0]}`, `batch ${DAYS[0]} pause`, "c", `day ${DAYS[1]}`, "a"]);
  });

  it("lists the changes of an open bulk action after it", () => {
    expect(ids("pause")).toEqual([
      `day ${DAYS[0]}`,
      `batch ${DAYS[0]} pause`,
      "d",
      "b",
      "c",
      `day ${DAYS[1]}`,
      "a",
    ]);
  });
});

describe("the selection", () => {
  const rows = groupJournal(ENTRIES, "Europe/Berlin", "pause");
  const select = (selection: readonly string[], ...next: readonly string[]) => [
    ...toSelectedEntries(rows, new Set(selection), new Set(next)),
  ];

  it("of a group is that of all its changes, is lost with one of them, and keeps changes that aren't shown", () => {
    expect(select([], `batch ${DAYS[0]} pause`)).toEqual(["d", "b"]);
    expect([...toSelectedRows(rows, new Set(["d", "b"]))]).toEqual(["d", "b", `batch ${DAYS[0]} pause`]);
    expect([...toSelectedRows(rows, new Set(["d"]))]).toEqual(["d"]);
    const group = `batch ${DAYS[0]} pause`;
    expect(select(["d", "b"], group, "b")).toEqual(["b"]);
    expect(select(["d", "b"], "d", "b")).toEqual([]);
    expect(select(["d", "b"])).toEqual([]);
    expect(select(["hidden"], "hidden", "c")).toEqual(["hidden", "c"]);
  });
});
