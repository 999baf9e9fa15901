import { expect, it } from "vitest";
import {
  fieldConflictMessage,
  joinDateNote,
  levelAddedAgainMessage,
  UNDO_BLOCKERS,
  UNDO_CONFLICTS,
  UNDO_NOTES,
  unreadableRecordMessage,
  withheldMessage,
} from "@/data/undo/undo-messages";
import { JOURNAL_STATE_LABELS, RESOURCE_LABELS } from "@/features/journal/journal-labels";
import {
  describeBatchOutcome,
  describeCheckResult,
  formatBatchNames,
  formatJournalDay,
  undoOutcomeMessage,
  undoPlanMessage,
} from "@/features/journal/journal-messages";
import { renderCopy } from "./render-copy";

const DONE = { name: "Weekly figures", reason: null, outcome: "done" } as const;
const REFUSED = { name: "Daily sales", reason: "Checked: it wasn't saved.", outcome: "refused" } as const;
const UNKNOWN = { name: "Orders", reason: "It could not be checked.", outcome: "unknown" } as const;

it("reads the messages of activity and undo", async () => {
  const text = renderCopy({
    UNDO_BLOCKERS: Object.values(UNDO_BLOCKERS),
    UNDO_CONFLICTS: Object.values(UNDO_CONFLICTS),
    conflicts: [
      levelAddedAgainMessage("Administrator"),
      fieldConflictMessage("Title", "Weekly figures", "Weekly report"),
      fieldConflictMessage("Recipients", "a@example.com", "b@example.com"),
      unreadableRecordMessage({ title: "Server error", detail: "The server returned 500." }),
      withheldMessage("Weekly figures"),
    ],
    UNDO_NOTES: Object.values(UNDO_NOTES),
    notes: [joinDateNote(null), joinDateNote("3 Jan 2026")],
    undoPlanMessage: [
      undoPlanMessage(1, 1),
      undoPlanMessage(3, 3),
      undoPlanMessage(2, 3),
      undoPlanMessage(0, 1),
      undoPlanMessage(0, 3),
    ],
    undoOutcomeMessage: [
      undoOutcomeMessage(null),
      undoOutcomeMessage({ done: 1, unknown: 0 }),
      undoOutcomeMessage({ done: 0, unknown: 1 }),
      undoOutcomeMessage({ done: 0, unknown: 0 }),
    ],
    describeCheckResult: [
      describeCheckResult([DONE]),
      describeCheckResult([REFUSED]),
      describeCheckResult([DONE, REFUSED, UNKNOWN]),
    ],
    formatJournalDay: [20_777, 20_776, 20_775].map((day) => formatJournalDay(day, 20_777)),
    formatBatchNames: [2, 3, 5].map((count) =>
      formatBatchNames(
        ["Orders", "Sales", "Board pack", "Daily sales", "Refunds"].slice(0, count).map((name) => ({ name })),
      ),
    ),
    describeBatchOutcome: [
      [DONE, DONE],
      [DONE, REFUSED, UNKNOWN, DONE],
    ].map((entries) => describeBatchOutcome(entries.map((entry) => ({ ...entry, undoneBy: null })))),
    JOURNAL_STATE_LABELS: Object.values(JOURNAL_STATE_LABELS).map(({ label, help }) => ({ label, help })),
    RESOURCE_LABELS: Object.values(RESOURCE_LABELS),
  });
  await expect(text).toMatchFileSnapshot("./activity.txt");
});
