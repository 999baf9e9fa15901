import { buildJournalEntry } from "@test/support/builders";
import { expect, it } from "vitest";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { findRestoredIds } from "./dst-shift-section";

const CHANGE = "2026-10-25T01:00:00Z";
const ENTRY = buildJournalEntry({
  at: "2026-10-26T09:00:00.000Z",
  recordId: 7,
  changes: [{ field: "start_date", before: "2026-05-04T08:00:00Z", after: "2026-05-04T09:00:00Z" }],
});
const idsOf = (entry: Partial<JournalEntry>) => [
  ...findRestoredIds([{ ...ENTRY, ...entry }], CHANGE, "Europe/Berlin"),
];

it.each<[string, Partial<JournalEntry>]>([
  ["an edit after the time change", {}],
  ["an edit on the day of the time change, before its hour", { at: "2026-10-24T22:30:00.000Z" }],
])("includes %s", (_name, entry) => {
  expect(idsOf(entry)).toEqual([7]);
});

it.each<[string, Partial<JournalEntry>]>([
  ["an edit before that day", { at: "2026-10-24T21:30:00.000Z" }],
  ["an edit of a different field", { changes: [{ field: "title", before: "A", after: "B" }] }],
  ["a rejected change", { outcome: "refused" }],
  ["an undone change", { undoneBy: "2" }],
  ["an undo", { undoes: "0" }],
])("ignores %s", (_name, entry) => {
  expect(idsOf(entry)).toEqual([]);
});
