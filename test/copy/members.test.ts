import { expect, it } from "vitest";
import { describeLevelChange, explainLevel, isLevelRestricting } from "@/data/changes/access-levels";
import {
  levelChangedMessage as levelConflictMessage,
  levelNeededMessage,
  levelRemovedMessage,
  organizationLevelChangedMessage,
} from "@/data/members/member-conflict-messages";
import { matchMember } from "@/data/offboarding/match-member";
import type { OffboardingStep } from "@/data/offboarding/offboarding-plan";
import { DEFAULT_CHOICES, planOffboarding } from "@/data/offboarding/offboarding-plan";
import type { RecordedStep, ScanCoverage } from "@/data/offboarding/offboarding-record";
import {
  ALREADY_DONE_REASON,
  ALREADY_IN_TRASH,
  lastRecipientMessage,
  NOT_FOUND_REASON,
  replacementIssue,
  restrictingLevelReason,
  UNKNOWN_MEMBERSHIP_USER,
} from "@/data/offboarding/offboarding-step-messages";
import {
  addedPeopleLabel,
  addedPeopleNames,
  addFailureProblem,
  addFailureTitle,
  NO_PEOPLE,
  partlyAddedAnnouncement,
  partlyAddedNotice,
  personIssueMessage,
  rejectionMessage,
  tooManyPeopleMessage,
} from "@/features/members/add/add-member-messages";
import {
  memberTaskLabel,
  memberTaskNote,
  OWN_MEMBERSHIP,
  redundantLevelsLabel,
  redundantLevelsMessage,
  restrictingLevelMessage,
  sameLevelMessage,
} from "@/features/members/list/member-task-messages";
import {
  accessSourceLabel,
  CANNOT_EDIT,
  CURRENT_LEVEL,
  changedByOtherMessage,
  describeRemovalConflict,
  emptyListMessage,
  lastAdministratorMessage,
  levelAboveOwnMessage,
  levelChangedMessage,
  levelChangeFailureTitle,
  levelConflictChoice,
  levelTooHighMessage,
  levelTooLowMessage,
  memberAboveOwnMessage,
  notAdministratorMessage,
  OWN_LEVEL,
  projectDefaultMessage,
  remainingAccessNote,
  removalWarning,
  removedByOtherMessage,
  sameLevelTitle,
  UNKNOWN_USER,
} from "@/features/members/model/member-messages";
import {
  closedAccessNote,
  departingMemberName,
  immediateDeliveryMessage,
  membershipStepLabel,
  NAMED_HINT,
  NOT_TRANSFERABLE,
  noAccessNote,
  noMembershipMessage,
  nothingFoundMessage,
  nothingFoundTitle,
  offboardingStateLabel,
  openOffboardingMessage,
  outcomeLabel,
  outcomeSummary,
  previewAnnouncement,
  previewSummary,
  RUNNING_ELSEWHERE,
  remainingAccessMessage,
  resumedMessage,
  scanProgressMessage,
  scanSummary,
  stepActionLabel,
  unreadableMessage,
} from "@/features/members/offboarding/model/offboarding-messages";
import { describeMembersUnavailable } from "@/features/members/parts/members-unavailable-messages";
import {
  describeEffectiveAccess,
  describeExplicitAccess,
  describeInheritedAccess,
  describeServedInheritance,
} from "@/features/members/person/access-parts";
import {
  checkedSubscriptionsMessage,
  effectiveLevelChangeLabel,
  noExplicitLevelMessage,
} from "@/features/members/person/person-messages";
import { buildMembership, buildOffboardingSubscription, LEA_VER } from "@/testing/build-offboarding";
import { renderCopy } from "./render-copy";

const MEMBER = 1;
const ADMINISTRATOR = 8;
const OWNER = 15;

function levels(level: number, parent_level: number | null, effective_level: number | null = null) {
  return { level, parent_level, effective_level };
}

const LEVELS = [
  levels(MEMBER, ADMINISTRATOR),
  levels(ADMINISTRATOR, MEMBER),
  levels(0, MEMBER),
  levels(ADMINISTRATOR, OWNER),
  levels(MEMBER, 0),
  levels(MEMBER, null),
  levels(MEMBER, ADMINISTRATOR, 4),
];

/** Creates levels as on servers with access controls. */
function controlled(level: number, effective_level: number, inherited: number, reason: string) {
  const inherited_access = { level: inherited, reason, minimum: null, maximum: null };
  return { level, parent_level: MEMBER, effective_level, inherited_access };
}

const CONTROLLED = [
  controlled(ADMINISTRATOR, ADMINISTRATOR, 0, "project_default"),
  controlled(0, 0, MEMBER, "project_default"),
  controlled(MEMBER, MEMBER, MEMBER, "project_default"),
  controlled(MEMBER, ADMINISTRATOR, ADMINISTRATOR, "role_override"),
  controlled(MEMBER, OWNER, OWNER, "organization_admin"),
  controlled(ADMINISTRATOR, MEMBER, MEMBER, "new"),
];

function recordedStep(outcome: RecordedStep["outcome"]): RecordedStep {
  return {
    key: outcome,
    name: "Weekly",
    kind: "subscription",
    recordId: 1,
    action: "remove",
    by: null,
    before: "",
    after: "",
    outcome,
    reason: null,
    at: null,
  };
}

const OUTCOMES = [
  "waiting",
  "done",
  "failed",
  "unknown",
  "changed",
  "nothing",
  "impossible",
  "left",
  "gone",
  "undone",
] as const;

const COVERAGE: ScanCoverage = { subscriptions: 60, trash: 6, unreadable: 0, membersProblem: null };
const UNREADABLE: ScanCoverage = { ...COVERAGE, unreadable: 2 };
const NO_MEMBERS: ScanCoverage = { ...COVERAGE, membersProblem: "Permission denied." };
const OFFBOARDING = { steps: OUTCOMES.map(recordedStep), startedAt: "2026-11-21T09:59:00.000Z" };

function planSteps(choices: Partial<typeof DEFAULT_CHOICES>): readonly OffboardingStep[] {
  const findings = matchMember(LEA_VER, {
    members: [buildMembership(LEA_VER)],
    subscriptions: [
      buildOffboardingSubscription({ id: 1 }),
      buildOffboardingSubscription({ id: 2, target_value: LEA_VER.email }),
      buildOffboardingSubscription({ id: 3, deleted: true }),
    ],
  });
  return planOffboarding(LEA_VER, findings, { ...DEFAULT_CHOICES, ...choices });
}

const OFFLINE = { title: "You're offline", detail: "Try again when you're online.", canRetry: true };

it("reads the messages of members", async () => {
  const names = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"];
  const text = renderCopy({
    personIssueMessage: [
      personIssueMessage("ana", { kind: "unrecognized" }),
      personIssueMessage("ana@x.co", { kind: "stranger" }),
      personIssueMessage("team@x.co", { kind: "ambiguous" }),
      personIssueMessage("ana@x.co", { kind: "unknown" }),
      personIssueMessage("ana@x.co", { kind: "self" }),
      personIssueMessage("ana@x.co", { kind: "member", name: "Ana Ferreira" }),
      personIssueMessage("ana@x.co", { kind: "ruled", name: "Ana Ferreira" }),
      personIssueMessage("ana@x.co", { kind: "duplicate", other: "ANA@x.co" }),
    ],
    addForm: [NO_PEOPLE, tooManyPeopleMessage(1_200, 100)],
    rejectionMessage: [
      rejectionMessage("Ana", "Not in this organization.", OFFLINE),
      rejectionMessage("Ana", null, OFFLINE),
    ],
    addFailureTitle: [
      addFailureTitle([{ name: "Ana" }], false),
      addFailureTitle([{ name: "Ana" }], true),
      addFailureTitle([{ name: "Ana" }, { name: "Bo" }], false),
      addFailureTitle([{ name: "Ana" }, { name: "Bo" }], true),
    ],
    addFailureProblem: [
      addFailureProblem("Couldn't add 2 members", ["Couldn't add Ana."], OFFLINE),
      addFailureProblem("Couldn't add 2 members", ["Couldn't add Ana.", "Couldn't add Bo."], null),
      addFailureProblem("Couldn't add 2 members", [], OFFLINE),
      addFailureProblem("Couldn't add 2 members", [], null),
    ],
    partlyAddedAnnouncement: [partlyAddedAnnouncement(2, 1, ["Couldn't add Ana."])],
    partlyAddedNotice: [partlyAddedNotice(["Ana"]), partlyAddedNotice(["Ana", "Bo"])],
    addedPeopleLabel: [addedPeopleLabel(["Ana"]), addedPeopleLabel(["Ana", "Bo"])],
    addedPeopleNames: [addedPeopleNames(["Ana", "Bo"]), addedPeopleNames(names)],
    memberTaskLabel: [
      memberTaskLabel({ kind: "level", level: ADMINISTRATOR }, 1),
      memberTaskLabel({ kind: "level", level: MEMBER }, 3),
      memberTaskLabel({ kind: "remove" }, 3),
      memberTaskLabel({ kind: "clean-up" }, 1),
      memberTaskLabel({ kind: "clean-up" }, 3),
    ],
    memberTaskNote: [
      memberTaskNote({ kind: "level", level: MEMBER }),
      memberTaskNote({ kind: "remove" }),
      memberTaskNote({ kind: "clean-up" }),
    ],
    skippedMembers: [OWN_MEMBERSHIP, sameLevelMessage(ADMINISTRATOR)],
    redundantLevels: [redundantLevelsLabel(1), redundantLevelsLabel(4), redundantLevelsMessage(4)],
    refusals: [
      CURRENT_LEVEL,
      OWN_LEVEL,
      UNKNOWN_USER,
      levelAboveOwnMessage(MEMBER),
      notAdministratorMessage(MEMBER),
      memberAboveOwnMessage("Bo", OWNER, ADMINISTRATOR),
      lastAdministratorMessage("Bo"),
    ],
    accessSourceLabel: LEVELS.map(accessSourceLabel),
    remainingAccessNote: LEVELS.map(remainingAccessNote),
    levelChangedMessage: [
      levelChangedMessage(MEMBER, null, { parent_level: null }),
      levelChangedMessage(MEMBER, MEMBER, { parent_level: MEMBER }),
      levelChangedMessage(MEMBER, OWNER, { parent_level: OWNER }),
    ],
    levelChangeFailureTitle: [levelChangeFailureTitle("Bo", false), levelChangeFailureTitle("Bo", true)],
    removalWarning: [
      removalWarning(false, { joined_at: "2026-01-03T10:00:00Z" }),
      removalWarning(false, { joined_at: null }),
      removalWarning(true, { joined_at: null }),
    ],
    changesByOthers: [
      changedByOtherMessage("Bo"),
      levelConflictChoice(MEMBER, ADMINISTRATOR),
      removedByOtherMessage("Bo"),
      sameLevelTitle("Bo", ADMINISTRATOR),
    ],
    describeRemovalConflict: [
      describeRemovalConflict("Bo", ADMINISTRATOR),
      describeRemovalConflict("Bo", null),
    ],
    memberConflicts: [
      levelConflictMessage({ level: ADMINISTRATOR }),
      levelRemovedMessage(),
      levelNeededMessage(levels(ADMINISTRATOR, MEMBER)),
      organizationLevelChangedMessage({ parent_level: null }),
      organizationLevelChangedMessage({ parent_level: MEMBER }),
      organizationLevelChangedMessage({ parent_level: OWNER }),
    ],
    describeMembersUnavailable: [
      describeMembersUnavailable("permissioning", "projects"),
      describeMembersUnavailable("route", null),
      describeMembersUnavailable("route", "projects"),
      describeMembersUnavailable("route", "environments"),
    ],
    describeExplicitAccess: [null, ...LEVELS].map(describeExplicitAccess),
    describeInheritedAccess: [
      describeInheritedAccess(null, null),
      describeInheritedAccess(0, MEMBER),
      describeInheritedAccess(MEMBER, MEMBER),
      describeInheritedAccess(MEMBER, ADMINISTRATOR),
      describeInheritedAccess(ADMINISTRATOR, ADMINISTRATOR),
      describeInheritedAccess(ADMINISTRATOR, MEMBER),
    ],
    describeEffectiveAccess: [null, ...LEVELS].map(describeEffectiveAccess),
    noExplicitLevelMessage: [null, 0, MEMBER, ADMINISTRATOR].map((parent_level) =>
      noExplicitLevelMessage({ parent_level }),
    ),
    effectiveLevelChangeLabel: [
      effectiveLevelChangeLabel(MEMBER, null),
      effectiveLevelChangeLabel(MEMBER, MEMBER),
      effectiveLevelChangeLabel(MEMBER, ADMINISTRATOR),
    ],
    checkedSubscriptionsMessage: [
      checkedSubscriptionsMessage(1, 1, true),
      checkedSubscriptionsMessage(100, 2_000, false),
      checkedSubscriptionsMessage(0, null, false),
    ],
  });
  await expect(text).toMatchFileSnapshot("./members.txt");
});

it("reads the messages about access controls", async () => {
  const [first = controlled(0, 0, 0, "")] = CONTROLLED;
  const text = renderCopy({
    explainLevel: CONTROLLED.map(explainLevel),
    accessSourceLabel: CONTROLLED.map(accessSourceLabel),
    remainingAccessNote: CONTROLLED.map(remainingAccessNote),
    levelChangedMessage: CONTROLLED.map((member) => levelChangedMessage(MEMBER, OWNER, member)),
    describeLevelChange: CONTROLLED.map((member) => describeLevelChange(member, MEMBER)),
    noExplicitLevelMessage: CONTROLLED.map(noExplicitLevelMessage),
    describeServedInheritance: [null, ...CONTROLLED].map(describeServedInheritance),
    limits: [
      CANNOT_EDIT,
      levelTooLowMessage("Bo", OWNER, {
        level: OWNER,
        reason: "organization_admin",
        minimum: OWNER,
        maximum: OWNER,
      }),
      levelTooHighMessage("Bo", MEMBER),
    ],
    emptyListMessage: [undefined, null, MEMBER].map((defaultLevel) =>
      emptyListMessage(defaultLevel === undefined ? undefined : { defaultLevel }),
    ),
    projectDefaultMessage: [projectDefaultMessage(MEMBER)],
    memberTaskNote: [
      memberTaskNote({ kind: "level", level: MEMBER }, true),
      memberTaskNote({ kind: "remove" }, true),
      memberTaskNote({ kind: "clean-up" }, true),
    ],
    restrictingLevelMessage: CONTROLLED.filter(isLevelRestricting).map(restrictingLevelMessage),
    restrictingLevelReason: CONTROLLED.filter(isLevelRestricting).map(restrictingLevelReason),
    memberConflicts: [levelNeededMessage(first), organizationLevelChangedMessage(first)],
  });
  await expect(text).toMatchFileSnapshot("./access-controls.txt");
});

it("reads the messages of offboarding", async () => {
  const text = renderCopy({
    departingMemberName: [
      departingMemberName(LEA_VER),
      departingMemberName({ name: "", email: "lea@x.co" }),
      departingMemberName({ name: "", email: "" }),
    ],
    RUNNING_ELSEWHERE: [RUNNING_ELSEWHERE],
    outcomeLabel: OUTCOMES.map((outcome) => outcomeLabel({ outcome })),
    offboardingStateLabel: (["open", "done", "undone"] as const).map(offboardingStateLabel),
    stepActionLabel: [
      stepActionLabel({ kind: "membership", action: "remove", by: null }, "lea@x.co"),
      stepActionLabel({ kind: "membership", action: "close", by: null }, "lea@x.co"),
      stepActionLabel({ kind: "subscription", action: "remove", by: null }, "lea@x.co"),
      stepActionLabel({ kind: "subscription", action: "replace", by: "bo@x.co" }, "lea@x.co"),
      stepActionLabel({ kind: "subscription", action: "delete", by: null }, "lea@x.co"),
    ],
    remainingAccessMessage: [
      ...[null, 0, MEMBER, ADMINISTRATOR].map((keeps) =>
        remainingAccessMessage({ organizationLevel: keeps }),
      ),
      remainingAccessMessage({
        organizationLevel: MEMBER,
        inherited: { level: MEMBER, reason: "project_default" },
      }),
      remainingAccessMessage({
        organizationLevel: MEMBER,
        inherited: { level: 0, reason: "project_default" },
      }),
    ],
    noMembershipMessage: [
      noMembershipMessage(undefined),
      ...CONTROLLED.map(({ inherited_access }) => noMembershipMessage(inherited_access)),
    ],
    closedAccessNote: [closedAccessNote({ level: MEMBER, reason: "project_default" })],
    membershipStepLabel: [true, false].map(membershipStepLabel),
    noAccessNote: [
      noAccessNote({ isMember: true }),
      noAccessNote({ isMember: false }),
      noAccessNote({ isMember: false, hasAccess: true }),
      noAccessNote({ isMember: true, hasAccess: false }),
    ],
    untouchedRecords: [NOT_TRANSFERABLE, NAMED_HINT],
    previewSummary: [
      previewSummary([]),
      previewSummary(planSteps({})),
      previewSummary(planSteps({ treatment: "replace", by: "di@x.co" })),
      previewSummary(planSteps({ own: { "subscription 1": { kind: "replace", by: "di@x.co" } } })),
    ],
    previewAnnouncement: [[], planSteps({})].flatMap((steps) => [
      previewAnnouncement({ steps, isConfirmed: false, isResumed: false }),
      previewAnnouncement({ steps, isConfirmed: true, isResumed: false }),
      previewAnnouncement({ steps, isConfirmed: true, isResumed: true }),
    ]),
    nothingFoundTitle: [nothingFoundTitle(false), nothingFoundTitle(true)],
    scanSummary: [
      scanSummary(COVERAGE),
      scanSummary(UNREADABLE),
      scanSummary({ ...COVERAGE, subscriptions: 1 }),
      scanSummary({ ...COVERAGE, hasChanged: true }),
    ],
    unreadableMessage: [unreadableMessage(1), unreadableMessage(2)],
    scanProgressMessage: [scanProgressMessage(100, 2_000, false), scanProgressMessage(100, 2_000, true)],
    nothingFoundMessage: [
      nothingFoundMessage(LEA_VER, COVERAGE, null),
      nothingFoundMessage(LEA_VER, UNREADABLE, null),
      nothingFoundMessage(LEA_VER, NO_MEMBERS, null),
      nothingFoundMessage(LEA_VER, { ...COVERAGE, hasChanged: true }, null),
      nothingFoundMessage({ email: "" }, COVERAGE, null),
      nothingFoundMessage({ email: "" }, NO_MEMBERS, null),
      nothingFoundMessage(LEA_VER, COVERAGE, OFFBOARDING),
      nothingFoundMessage(LEA_VER, UNREADABLE, OFFBOARDING),
    ],
    outcomeSummary: [outcomeSummary({ steps: [] }), outcomeSummary(OFFBOARDING)],
    resumedMessage: [resumedMessage({ steps: [recordedStep("done"), recordedStep("failed")] })],
    openOffboardingMessage: [openOffboardingMessage({ ...OFFBOARDING, steps: [recordedStep("done")] })],
    immediateDeliveryMessage: [immediateDeliveryMessage("di@x.co")],
    replacementIssue: ["", "di", " LEA@x.co", "di@x.co"].map((by) => replacementIssue(LEA_VER, by)),
    lastRecipientMessage: [lastRecipientMessage(false), lastRecipientMessage(true)],
    stepReasons: [ALREADY_IN_TRASH, UNKNOWN_MEMBERSHIP_USER, ALREADY_DONE_REASON, NOT_FOUND_REASON],
  });
  await expect(text).toMatchFileSnapshot("./offboarding.txt");
});
