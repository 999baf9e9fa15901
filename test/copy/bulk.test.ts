import { expect, it } from "vitest";
import { MEMBER_LEVELS } from "@/contract/members";
import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import * as jobMessages from "@/data/bulk/bulk-job-messages";
import { describeChange, immediateDeliveries, requiredScope } from "@/data/bulk/change-messages";
import {
  describeLevelChange,
  explainLevel,
  levelLabel,
  remainingAccessMessage,
} from "@/data/changes/access-levels";
import {
  changeKindLabel,
  describeFieldChange,
  fieldLabel,
  formatFieldChange,
  formatFieldValue,
  formatRawValue,
} from "@/data/changes/change-labels";
import { conflictMessage, replacementConflict } from "@/data/changes/conflict-check";
import type { PlannedChange } from "@/data/changes/planned-change";
import * as checkMessages from "@/data/reconcile/check-outcome-messages";
import {
  bulkJobResultMessage,
  itemStatusLabel,
  previewDeliveriesMessage,
  previewSummaryMessage,
  summarizeChanges,
} from "@/features/bulk/bulk-job-labels";
import { buildSubscription } from "@/testing/build-subscription";
import { renderCopy } from "./render-copy";

const PROBLEM = { title: "Server error", detail: "The server returned 500. Try again." };
const RECORD = buildSubscription();
const COMMON = { key: "7", name: "Weekly figures" };
const LEVELS = [null, MEMBER_LEVELS.none, MEMBER_LEVELS.member, MEMBER_LEVELS.administrator, 4];
const CHANGES: readonly PlannedChange[] = [
  { ...COMMON, resource: "subscription", kind: "change", before: RECORD, body: { title: "Monthly figures" } },
  {
    ...COMMON,
    resource: "subscription",
    kind: "change",
    before: RECORD,
    body: { target_value: "ana@example.com,cy@example.com" },
  },
  { ...COMMON, resource: "subscription", kind: "change", before: RECORD, body: { deleted: true } },
  {
    ...COMMON,
    resource: "subscription",
    kind: "create",
    body: {
      dashboard: 12,
      target_type: "slack",
      target_value: "#sales",
      frequency: "daily",
      start_date: "2026-11-02T08:00:00Z",
    },
  },
  { ...COMMON, kind: "nothing", why: "Already in Trash." },
  { ...COMMON, kind: "impossible", why: "The subscription is in Trash. Restore it first." },
];

const NO_CHANGES = summarizeChanges([]);

const STATUSES = [
  "waiting",
  "sending",
  "done",
  "failed",
  "unknown",
  "changed",
  "nothing",
  "impossible",
] as const satisfies readonly ItemStatus[];

function member(level: number, parent_level: number | null, effective_level: number | null = null) {
  return { level, parent_level, effective_level };
}

function countStatuses(counts: Partial<Record<ItemStatus, number>>): Record<ItemStatus, number> {
  const none = {
    waiting: 0,
    sending: 0,
    done: 0,
    failed: 0,
    unknown: 0,
    changed: 0,
    nothing: 0,
    impossible: 0,
  };
  return { ...none, ...counts };
}

it("reads the messages of bulk actions", async () => {
  const text = renderCopy({
    "bulk-job-messages": [
      jobMessages.ALREADY_UP_TO_DATE,
      jobMessages.FIRST_ATTEMPT_SUCCEEDED,
      jobMessages.DEPENDENCY_FAILED,
      jobMessages.DEPENDENCY_NOT_UNDONE,
      jobMessages.NOT_IN_JOURNAL,
    ],
    failureMessage: [jobMessages.failureMessage(PROBLEM)],
    precheckFailedMessage: [jobMessages.precheckFailedMessage(PROBLEM)],
    creationUnknownMessage: [jobMessages.creationUnknownMessage(PROBLEM)],
    itemStatusLabel: STATUSES.map(itemStatusLabel),
    previewSummaryMessage: [
      previewSummaryMessage(summarizeChanges(CHANGES)),
      previewSummaryMessage(summarizeChanges([])),
      previewSummaryMessage({
        ...NO_CHANGES,
        change: 1_000,
        create: 2,
        remove: 3,
        nothing: 4,
        impossible: 5,
      }),
    ],
    previewDeliveriesMessage: [
      previewDeliveriesMessage(NO_CHANGES),
      previewDeliveriesMessage({ ...NO_CHANGES, sends: 1 }),
      previewDeliveriesMessage({ ...NO_CHANGES, maySend: 1 }),
      previewDeliveriesMessage({ ...NO_CHANGES, sends: 2, maySend: 12 }),
    ],
    bulkJobResultMessage: [
      bulkJobResultMessage(countStatuses({ done: 12 })),
      bulkJobResultMessage(countStatuses({ done: 988, failed: 7, unknown: 5, changed: 1, waiting: 3 })),
    ],
    describeChange: CHANGES.map((change) => describeChange(change)),
    immediateDeliveries: CHANGES.map(immediateDeliveries),
    requiredScope: CHANGES.map(requiredScope),
  });
  await expect(text).toMatchFileSnapshot("./bulk.txt");
});

it("reads the messages of changes", async () => {
  const text = renderCopy({
    levelLabel: LEVELS.map(levelLabel),
    explainLevel: [
      member(1, 8),
      member(0, 1),
      member(8, 1),
      member(8, 0),
      member(8, null),
      member(8, 15, 8),
      member(1, null, 8),
      member(1, 8, 4),
    ].map(explainLevel),
    remainingAccessMessage: LEVELS.map((parent_level) => remainingAccessMessage({ parent_level })),
    describeLevelChange: [
      describeLevelChange(member(1, 1), 8),
      describeLevelChange(member(1, 8), 1),
      describeLevelChange(member(1, null), 8),
    ],
    changeKindLabel: (["subscription", "export", "member"] as const).flatMap((resource) =>
      (["created", "changed", "deleted", "restored"] as const).map((kind) =>
        changeKindLabel({ resource, kind }),
      ),
    ),
    fieldLabel: [
      "title",
      "target_type",
      "target_value",
      "dashboard",
      "insight",
      "frequency",
      "interval",
      "byweekday",
      "bysetpos",
      "start_date",
      "until_date",
      "count",
      "invite_message",
      "deleted",
      "export_format",
      "export_context",
      "expires_after",
      "level",
      "joined_at",
      "a_new_field",
    ].map(fieldLabel),
    formatRawValue: [null, "", [], ["monday", "friday"], true, false, 3, { a: 1 }].map(formatRawValue),
    formatFieldValue: [
      formatFieldValue("deleted", true),
      formatFieldValue("deleted", false),
      formatFieldValue("until_date", null),
      formatFieldValue("level", 8),
      formatFieldValue("level", null),
      formatFieldValue("target_type", "teams"),
    ],
    describeFieldChange: [
      describeFieldChange({ field: "target_value", before: "ana@x.co,bo@x.co", after: "ana@x.co,cy@x.co" }),
      describeFieldChange({ field: "title", before: null, after: "Weekly figures" }),
    ],
    formatFieldChange: [
      formatFieldChange({ field: "target_value", before: "ana@x.co,bo@x.co", after: "ana@x.co,cy@x.co" }),
      formatFieldChange({ field: "deleted", before: false, after: true }),
    ],
    conflictMessage: [
      conflictMessage({ ...RECORD, title: "Their title" }, { before: RECORD, body: { title: "Mine" } }),
      conflictMessage({ ...RECORD, deleted: true }, { before: RECORD, body: { title: "Mine" } }),
      conflictMessage(RECORD, { before: RECORD, body: { title: "Mine" } }),
    ],
    replacementConflict: [replacementConflict({ ...RECORD, title: "Their title" }, RECORD, ["title"])],
  });
  await expect(text).toMatchFileSnapshot("./changes.txt");
});

it("reads the results of checking an unknown outcome", async () => {
  const reasons = [
    "not-found-yet",
    "not-all-read",
    "expired",
    "gone",
    "not-returned",
    "test-delivery",
    "older-level",
    "no-level",
    "new-level",
  ] as const;
  const text = renderCopy({
    "check-outcome-messages": [
      checkMessages.APPLIED_MESSAGE,
      checkMessages.NOT_APPLIED_MESSAGE,
      checkMessages.NOT_CREATED_MESSAGE,
    ],
    unverifiableMessage: reasons.map(checkMessages.unverifiableMessage),
    differentValueMessage: [checkMessages.differentValueMessage("Title", "Their title")],
    createdMessage: [
      checkMessages.createdMessage("export", 101),
      checkMessages.createdMessage("subscription", 12),
    ],
    severalMatchesMessage: [checkMessages.severalMatchesMessage("subscription", [12, 13])],
    possibleMatchesMessage: [
      checkMessages.possibleMatchesMessage([12]),
      checkMessages.possibleMatchesMessage([12, 13]),
      checkMessages.possibleMatchesMessage([12, 13, 14, 15, 16, 17]),
    ],
    checkFailedMessage: [checkMessages.checkFailedMessage(PROBLEM)],
  });
  await expect(text).toMatchFileSnapshot("./check-outcome.txt");
});
