import { expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import {
  changeEffects,
  creationEffects,
  deliveryWarning,
  undoWarning,
} from "@/data/subscriptions/save-effect-messages";
import { bulkOperationLabel } from "@/features/subscriptions/bulk/bulk-labels";
import { type BulkOperation, planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import * as bulkMessages from "@/features/subscriptions/bulk/plan-bulk-messages";
import {
  deliveryCountLabel,
  foldedLabel,
  formatDayName,
  formatHour,
  formatHourRange,
  formatShortDay,
  hiddenEntriesLabel,
  knownCountLabel,
  timeChangeLabel,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import {
  partialCalendarMessage,
  periodTotalMessage,
} from "@/features/subscriptions/calendar/model/calendar-messages";
import { subscriptionSummary } from "@/features/subscriptions/detail/subscription-summary-messages";
import {
  createAgainQuestion,
  createdEarlierMessage,
  createdEarlierProblem,
  insightIdsHelp,
  insightsHelp,
  keptWebhookHelp,
  saveLabel,
  saveWithoutSendingLabel,
  sendNowLabel,
  sendNowNote,
  sourceFieldHelp,
  workspaceFailureHelp,
  workspaceHelp,
} from "@/features/subscriptions/form/form-messages";
import {
  countExcluded,
  excludedSubscriptionsMessage,
  formatPerWeek,
  groupRowId,
  isIdle,
  roundPerWeek,
} from "@/features/subscriptions/groups/group-labels";
import {
  alreadyChangedMessage,
  changeFailureTitle,
} from "@/features/subscriptions/model/change-outcome-messages";
import { subscriptionId } from "@/features/subscriptions/model/subscription-labels";
import { describeSubscriptionState } from "@/features/subscriptions/model/subscription-rules";
import {
  recipientMarkMessage,
  recipientSuggestionDetail,
} from "@/features/subscriptions/recipient-field/recipient-field-messages";
import * as pairMessages from "@/features/subscriptions/recipient-field/recipient-pair-messages";
import { recipientKindLabel } from "@/features/subscriptions/recipients/model/recipient-labels";
import { missingNamesMessage, sourceKindLabel } from "@/features/subscriptions/sources/source-messages";
import { HttpError } from "@/http/errors";
import { parseCivilDay } from "@/lib/time/calendar-days";
import { buildSubscription } from "@/testing/build-subscription";
import { renderCopy } from "./render-copy";

const NOW = new Date("2026-11-21T12:00:00Z");
const RECORD = buildSubscription();
const QUIET = { ...RECORD, enabled: false, resource_type: "dashboard" };
const TRASHED = { deleted: true };
const ENDED = { until_date: "2026-11-10T08:00:00Z", next_delivery_date: null };
const OPERATIONS: readonly BulkOperation[] = [
  { kind: "delete" },
  { kind: "restore" },
  { kind: "pause", resumeOn: null },
  { kind: "resume" },
  { kind: "add-recipient", recipient: "cy@example.com" },
  { kind: "remove-recipient", recipient: "ana@example.com" },
  { kind: "replace-recipient", recipient: "ana@example.com", replacement: "cy@example.com" },
  {
    kind: "replace-recipients",
    pairs: [
      { recipient: "ana@example.com", replacement: "cy@example.com" },
      { recipient: "bo@example.com", replacement: "di@example.com" },
    ],
  },
  { kind: "set-end", until: "2027-01-31T12:00:00Z" },
  { kind: "set-end", until: null },
];

function skipReason(fields: Partial<Subscription>, operation: BulkOperation): string | undefined {
  const [planned] = planBulkChanges([buildSubscription(fields)], operation, NOW);
  return planned !== undefined && "why" in planned ? planned.why : undefined;
}

function serverError(status: number) {
  return new HttpError(status, { type: null, code: null, detail: null, attr: null }, null, true);
}

it("reads the messages of subscriptions", async () => {
  const text = renderCopy({
    describeSubscriptionState: [
      {},
      { next_delivery_date: "2026-11-20T08:00:00Z" },
      ENDED,
      { next_delivery_date: null },
      TRASHED,
    ].map((fields) => describeSubscriptionState(buildSubscription(fields), NOW)),
    subscriptionSummary: [
      {},
      { target_value: "ana@example.com", until_date: "2027-01-31T12:00:00Z" },
      { target_type: "slack", target_value: "C04HARB7MOB|#growth" },
      { target_type: "webhook", target_value: "https://hooks.example.com/a" },
      { target_type: "teams", target_value: "teams.example.com" },
      { target_value: "" },
      { enabled: false },
      TRASHED,
    ].map((fields) => subscriptionSummary(buildSubscription(fields), NOW, "Europe/Berlin")),
    sourceFieldHelp: [
      sourceFieldHelp("dashboard", null),
      sourceFieldHelp("insight", "scope"),
      sourceFieldHelp("dashboard", "endpoint"),
    ],
    insightsHelp: [insightsHelp(0, null), insightsHelp(6, 9)],
    insightIdsHelp: [insightIdsHelp(null), insightIdsHelp("scope"), insightIdsHelp("endpoint")],
    workspaceFailureHelp: [workspaceFailureHelp()],
    workspaceHelp: [
      workspaceHelp("scope", null),
      workspaceHelp("endpoint", null),
      workspaceHelp(null, 0),
      workspaceHelp(null, 2) ?? "",
    ],
    keptWebhookHelp: [keptWebhookHelp("acme.webhook.office.com")],
    saveLabel: [
      saveLabel("create", null),
      saveLabel("save", null),
      saveLabel("create", { channel: "email", count: 1 }),
      saveLabel("save", { channel: "email", count: 12 }),
      saveLabel("create", { channel: "slack", count: 1 }),
      saveLabel("save", { channel: "webhook", count: 1 }),
      saveWithoutSendingLabel("create"),
      saveWithoutSendingLabel("save"),
      sendNowLabel("create"),
      sendNowLabel("save"),
    ],
    sendNowNote: [sendNowNote("create", { text: "2 people receive a delivery immediately.", sends: true })],
    changeFailureTitle: [
      changeFailureTitle(serverError(400), "the subscription", "saved"),
      changeFailureTitle(serverError(500), "the subscription", "saved"),
    ],
    createAgainQuestion: [
      createAgainQuestion(
        "“Weekly figures”",
        "Can't verify. Some records weren't read, or a matching record looks older than this change.",
      ),
      createAgainQuestion("the new subscription", null),
    ],
    createdEarlierProblem: [createdEarlierProblem(12)],
    createdEarlierMessage: [createdEarlierMessage("“Weekly figures”")],
    alreadyChangedMessage: [alreadyChangedMessage("“Weekly figures”", "paused")],
    subscriptionId: [subscriptionId(RECORD)],
    creationEffects: [
      creationEffects({ target_type: "email", target_value: "" }),
      creationEffects({ target_type: "email", target_value: "ana@example.com" }),
      creationEffects({ target_type: "email", target_value: "ana@example.com,bo@example.com" }),
      creationEffects({ target_type: "slack", target_value: "#sales" }),
      creationEffects({ target_type: "webhook", target_value: "https://hooks.example.com/1" }),
      creationEffects({ target_type: "slack", target_value: "#sales", send_test_now: false }),
    ],
    changeEffects: [
      changeEffects(RECORD, {}),
      changeEffects(RECORD, { title: "Monthly figures" }),
      changeEffects(RECORD, { interval: 2, invite_message: "Hello" }),
      changeEffects(RECORD, { target_value: "ana@example.com,cy@example.com" }),
      changeEffects(RECORD, { target_type: "slack", target_value: "#sales" }),
      changeEffects({ ...RECORD, enabled: true }, { enabled: false }),
      changeEffects({ ...RECORD, enabled: false }, { enabled: true }),
      changeEffects({ ...RECORD, enabled: true }, { insight: 4, dashboard: null }),
      changeEffects({ ...RECORD, enabled: true }, { deleted: false }),
      changeEffects(QUIET, { enabled: true, target_value: "ana@example.com,bo@example.com,cy@example.com" }),
    ],
    deliveryWarning: [
      deliveryWarning(RECORD, { title: "Monthly figures" }),
      deliveryWarning({ ...RECORD, enabled: true }, { integration_id: 4 }),
    ],
    undoWarning: [
      undoWarning({ ...RECORD, enabled: true }, { enabled: false }),
      undoWarning(RECORD, { title: "Monthly figures" }),
      undoWarning(RECORD, { target_value: "ana@example.com" }),
      undoWarning(RECORD, { target_type: "slack", target_value: "#sales" }),
      undoWarning({ ...RECORD, enabled: true }, { insight: 4, dashboard: null }),
      undoWarning({ ...RECORD, enabled: true }, { deleted: true }),
    ],
    bulkOperationLabel: OPERATIONS.flatMap((operation) => [
      bulkOperationLabel(operation, 1),
      bulkOperationLabel(operation, 12),
    ]),
    "planBulkChanges (active)": OPERATIONS.map((operation) => skipReason({}, operation)),
    "planBulkChanges (Trash)": OPERATIONS.map((operation) => skipReason(TRASHED, operation)),
    skipMessage: (
      [
        "already-deleted",
        "not-deleted",
        "in-trash",
        "cannot-pause",
        "already-paused",
        "not-paused",
        "lost-workspace",
        "none-listed",
        "same-address",
        "no-end",
        "same-end",
      ] as const
    ).map(bulkMessages.skipMessage),
    recipientMarkMessage: [
      recipientMarkMessage("ana@example.com", "outside"),
      recipientMarkMessage("ana@example.com", "unknown"),
      recipientMarkMessage("ana@example.com", "no-access"),
    ],
    recipientSuggestionDetail: [
      recipientSuggestionDetail("ana@example.com", 0, null),
      recipientSuggestionDetail("ana@example.com", 2, "outside"),
      recipientSuggestionDetail(null, 1, "unknown"),
    ],
    missingPairsMessage: [pairMessages.missingPairsMessage()],
    incompletePairMessage: [pairMessages.incompletePairMessage(3)],
    duplicatePairMessage: [pairMessages.duplicatePairMessage(3, "ana@example.com")],
    noPairUsedMessage: [pairMessages.noPairUsedMessage()],
    pairListSummary: [
      pairMessages.pairListSummary(1, 0),
      pairMessages.pairListSummary(3, 1),
      pairMessages.pairListSummary(12, 2),
    ],
    singleDestinationMessage: [bulkMessages.singleDestinationMessage("slack")],
    alreadyRecipientMessage: [bulkMessages.alreadyRecipientMessage("ana@example.com")],
    notRecipientMessage: [bulkMessages.notRecipientMessage("ana@example.com")],
    onlyRecipientMessage: [bulkMessages.onlyRecipientMessage("ana@example.com")],
    invalidEndMessage: [bulkMessages.invalidEndMessage("soon")],
    endBeforeStartMessage: [bulkMessages.endBeforeStartMessage(RECORD.start_date)],
    spellingsMessage: [bulkMessages.spellingsMessage(["ana@example.com", "Ana@Example.com"])],
    alreadyEndedMessage: [bulkMessages.alreadyEndedMessage("2026-11-10T08:00:00Z")],
  });
  await expect(text).toMatchFileSnapshot("./subscriptions.txt");
});

it("reads the messages of recipients and the calendar", async () => {
  const recipient = {
    key: "email:ana@example.com",
    channel: "email",
    address: "ana@example.com",
    variants: [],
    records: [RECORD],
    perWeek: 1,
    paused: 0,
    ended: 0,
    overdue: 0,
    unknownSchedules: 0,
    next: null,
    domain: "example.com",
  };
  const day = parseCivilDay("2026-11-23") ?? 0;
  const text = renderCopy({
    partialCalendarMessage: [partialCalendarMessage(100, 100_000)],
    recipientKindLabel: ["email", "slack", "webhook", "teams", "pigeon"].map(recipientKindLabel),
    groupRowId: [groupRowId(recipient)],
    roundPerWeek: [0, 0.019, 0.125].map((perWeek) => roundPerWeek({ perWeek })),
    countExcluded: [countExcluded({ paused: 4, ended: 1, overdue: 2, unknownSchedules: 3 })],
    sourceKindLabel: [sourceKindLabel("dashboard"), sourceKindLabel("insight")],
    missingNamesMessage: [
      missingNamesMessage({}),
      missingNamesMessage({ dashboard: "scope" }),
      missingNamesMessage({ dashboard: "scope", insight: "scope" }),
      missingNamesMessage({ insight: "endpoint" }),
      missingNamesMessage({ dashboard: "endpoint", insight: "endpoint" }),
    ],
    isIdle: [isIdle(recipient)],
    formatPerWeek: [0, 0.001, 0.23, 3.5, 7, 1_234.56].map(formatPerWeek),
    excludedSubscriptionsMessage: [
      excludedSubscriptionsMessage(recipient),
      excludedSubscriptionsMessage({ ...recipient, paused: 4, ended: 1, overdue: 2, unknownSchedules: 3 }),
    ],
    formatDayName: [formatDayName(day)],
    formatShortDay: [formatShortDay(day)],
    formatHour: [formatHour(9)],
    formatHourRange: [9, 23].map(formatHourRange),
    deliveryCountLabel: [0, 1, 1_234].map(deliveryCountLabel),
    knownCountLabel: [0, 2].map((count) => knownCountLabel(count, true)),
    periodTotalMessage: [0, 1, 31].flatMap((deliveryCount) =>
      [false, true].map((isCut) =>
        periodTotalMessage({ deliveryCount, subscriptionCount: 1, period: "in April 2027", isCut }),
      ),
    ),
    timeChangeLabel: [0, 60, -60, 30].map(timeChangeLabel),
    foldedLabel: [2, 1200].map(foldedLabel),
    hiddenEntriesLabel: [hiddenEntriesLabel(3, 11), hiddenEntriesLabel(0, 2), hiddenEntriesLabel(12, 0)],
  });
  await expect(text).toMatchFileSnapshot("./recipients-and-calendar.txt");
});
