import { expect, it } from "vitest";
import { IMPORT_FIELDS } from "@/features/subscriptions/import/model/import-fields";
import * as messages from "@/features/subscriptions/import/model/import-issue-messages";
import type { ImportItem, ImportKind } from "@/features/subscriptions/import/model/import-item";
import {
  describeImportItem,
  importKindHeading,
  importSummaryMessage,
} from "@/features/subscriptions/import/model/import-labels";
import { IMPORT_KINDS } from "@/features/subscriptions/import/model/import-selection";
import { foreignFileMessage, parseImportFile } from "@/features/subscriptions/import/model/parse-import-file";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { NO_NAMES } from "@/lib/search/record-schema";
import { buildSubscription } from "@/testing/build-subscription";
import { renderCopy } from "./render-copy";

const ISSUE_KINDS: readonly messages.ImportIssueKind[] = [
  "not-an-object",
  "invalid-id",
  "two-sources",
  "no-source",
  "no-selection",
  "old-selection",
  "selection-without-dashboard",
  "no-workspace",
  "no-recipient",
  "position-zero",
  "position-without-weekdays",
  "end-before-start",
  "new-in-trash",
  "changed-since-export",
  "stays-in-trash",
  "listed-twice",
];
const REJECTED_TEXTS = [
  "",
  "<!doctype html>",
  "id,title\n1,Weekly\n",
  "7",
  '{"a": 1}',
  '{"subscriptions": {}}',
  '{"subscriptions": [], "subscriptions": []}',
  '{"environs": {"kind": 1}, "subscriptions": []}',
  '{"environs": {"kind": "members", "version": 1, "server": "x", "project": "1", "exported": "", "scope": "all"}, "subscriptions": []}',
  '{"environs": {"kind": "subscriptions", "version": 2, "server": "x", "project": "1", "exported": "", "scope": "all"}, "subscriptions": []}',
  '{"subscriptions": [}',
];
const ORIGIN = { server: "https://eu.example.com", project: "3" };
const HEADER = {
  ...ORIGIN,
  kind: "subscriptions",
  version: 1,
  exported: "2026-11-21T10:00:00Z",
  scope: "all",
  highest_id: 9,
} as const;

function buildItem(kind: ImportKind): ImportItem {
  const before = buildSubscription();
  return {
    key: "7",
    kind,
    name: "Weekly figures",
    line: 4,
    changes: [{ field: "title", before: "Weekly figures", after: "Monthly figures" }],
    plannedChange: { kind: "change", before, body: { title: "Monthly figures" } },
    warnings: [],
    isBlocked: false,
  };
}

const DIFF = {
  items: [],
  issues: [],
  entries: 0,
  unchanged: 0,
  changedElsewhere: 0,
  notLoaded: 0,
  createdLater: 0,
  withoutFingerprint: 0,
};

it("reads the messages of importing changes from a file", async () => {
  const text = renderCopy({
    issueMessage: ISSUE_KINDS.map(messages.issueMessage),
    invalidValueMessage: [...IMPORT_FIELDS, "invite_message" as const].map((field) =>
      messages.invalidValueMessage(field, { a: 1 }),
    ),
    titleTooLongMessage: [messages.titleTooLongMessage(101)],
    unknownValueMessage: [messages.unknownValueMessage("hourly", ["daily", "weekly"])],
    unusualPositionMessage: [messages.unusualPositionMessage(7)],
    missingFieldMessage: [messages.missingFieldMessage("start_date")],
    repeatedKeyMessage: [messages.repeatedKeyMessage("title")],
    unknownKeyMessage: [
      messages.unknownKeyMessage("titel", "title"),
      messages.unknownKeyMessage("color", null),
    ],
    readOnlyKeyMessage: [messages.readOnlyKeyMessage("summary")],
    duplicateIdMessage: [messages.duplicateIdMessage(7, 12)],
    unknownIdMessage: [messages.unknownIdMessage(800)],
    twinMessage: [messages.duplicateMessage(7)],
    sourceNameMessage: [messages.sourceNameMessage("Churn", "Growth overview (dashboard 12)")],
    importKindHeading: IMPORT_KINDS.map(importKindHeading),
    describeImportItem: [
      describeImportItem(buildItem("changed"), NO_NAMES),
      describeImportItem(
        { ...buildItem("changed"), plannedChange: { kind: "none" }, isBlocked: true },
        NO_NAMES,
      ),
    ],
    importSummaryMessage: [
      importSummaryMessage(DIFF),
      importSummaryMessage({ ...DIFF, entries: 1, unchanged: 1 }),
      importSummaryMessage({
        ...DIFF,
        items: IMPORT_KINDS.map(buildItem),
        entries: 60,
        unchanged: 56,
      }),
    ],
    parseImportFile: REJECTED_TEXTS.map((rejected) => {
      const result = runToCompletion(parseImportFile(rejected));
      return result.ok ? undefined : result.rejection;
    }),
    foreignFileMessage: [
      foreignFileMessage(null, ORIGIN),
      foreignFileMessage({ ...HEADER, server: "Demo data" }, ORIGIN),
      foreignFileMessage({ ...HEADER, project: "1" }, ORIGIN),
      foreignFileMessage(HEADER, ORIGIN),
    ],
  });
  await expect(text).toMatchFileSnapshot("./import.txt");
});
