import * as z from "zod/mini";
import { MEMBER_LEVELS } from "@/api/members";
import type { Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { getEffectiveLevel, isLevelRestricting, levelLabel } from "@/data/changes/access-levels";
import { isSendable } from "@/data/changes/planned-change";
import { newEntryId } from "@/data/journal/journal-entry";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { addressKey } from "@/lib/recipients/email-match";
import type { ReferenceNames } from "@/lib/search/record-schema";
import type { DepartingMember, OffboardingFindings } from "./match-member";
import {
  DEFAULT_CHOICES,
  type OffboardingStep,
  offboardingChoicesSchema,
  planOffboarding,
  stepKey,
} from "./offboarding-plan";

/** Statuses of a bulk job's items that are stored. */
const STORED_STATUSES = ["waiting", "done", "failed", "unknown", "changed", "nothing", "impossible"] as const;

const recordedStepSchema = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(["membership", "subscription", "trash"]),
  /** Subscription ID, or the user's UUID for a membership. */
  recordId: z.nullable(z.union([z.string(), z.int()])),
  action: z.enum(["remove", "replace", "delete", "close"]),
  by: z.nullable(z.string()),
  /** Recipients in their original form, or the label of the level. */
  before: z.string(),
  after: z.string(),
  /** `left`: not selected. `gone`: already done when checked. `undone`: according to the journal. */
  outcome: z.enum([...STORED_STATUSES, "left", "gone", "undone"]),
  reason: z.nullable(z.string()),
  /** Time of the outcome, as ISO 8601 in UTC. */
  at: z.nullable(z.string()),
});

const untouchedSchema = z.object({ id: z.int(), name: z.string(), isInTrash: z.boolean() });

/** Stored form of an offboarding, for resuming and reporting. Never contains the API key. */
export const offboardingRecordSchema = z.object({
  id: z.string(),
  connection: z.string(),
  server: z.string(),
  projectId: z.string(),
  departingMember: z.object({ uuid: z.nullable(z.string()), email: z.string(), name: z.string() }),
  choices: offboardingChoicesSchema,
  /** Time of the first job, as ISO 8601 in UTC. */
  startedAt: z.string(),
  /** Time when the user marked the offboarding as finished, as ISO 8601 in UTC. */
  closedAt: z.nullable(z.string()),
  /** Batch IDs in the journal, oldest first. */
  batches: z.array(z.string()),
  steps: z.array(recordedStepSchema),
  /** Subscriptions that the departing member created. Servers can't change the creator. */
  created: z.array(untouchedSchema),
  /** Subscriptions that mention the email and need a review. Missing in records of older versions. */
  mentioning: z._default(z.array(untouchedSchema), []),
  /** The level in the organization, which the person keeps. Null when unknown. */
  organizationLevel: z.nullable(z.int()),
  /** Remaining access, if the server reports it. The level is null when unknown. */
  inherited: z.optional(z.object({ level: z.nullable(z.int()), reason: z.string() })),
  /** Whether everyone in the organization has access. Null when unknown. Missing in records of older versions. */
  isProjectOpen: z.optional(z.nullable(z.boolean())),
  coverage: z.object({
    subscriptions: z.int(),
    trash: z.int(),
    unreadable: z.int(),
    /** Why the members couldn't be read. Null if they were read. */
    membersProblem: z.nullable(z.string()),
    /** Whether records may be missing, because the lists kept changing. Missing in records of older versions. */
    hasChanged: z.optional(z.boolean()),
  }),
});

export type OffboardingRecord = z.output<typeof offboardingRecordSchema>;
export type RecordedStep = z.output<typeof recordedStepSchema>;
export type ScanCoverage = OffboardingRecord["coverage"];

/** `undone`: a step was undone and none is done. `open`: has unfinished steps, and wasn't marked as finished. */
export type OffboardingState = "open" | "done" | "undone";

/** Creates a record without steps. Doesn't store the record. */
export function createOffboardingRecord(
  { client, projectId }: Api,
  departingMember: DepartingMember,
): OffboardingRecord {
  const { id: connection, label: server } = client.connection;
  return {
    id: newEntryId(),
    connection,
    server,
    projectId,
    departingMember,
    choices: DEFAULT_CHOICES,
    startedAt: new Date().toISOString(),
    closedAt: null,
    batches: [],
    steps: [],
    created: [],
    mentioning: [],
    organizationLevel: null,
    coverage: { subscriptions: 0, trash: 0, unreadable: 0, membersProblem: null },
  };
}

function isUnfinished({ outcome }: RecordedStep): boolean {
  return ["waiting", "failed", "unknown", "changed"].includes(outcome);
}

export function getOffboardingState({ closedAt, steps }: OffboardingRecord): OffboardingState {
  const has = (wanted: RecordedStep["outcome"]) => steps.some(({ outcome }) => outcome === wanted);
  if (has("undone") && !has("done")) return "undone";
  return closedAt === null && steps.some(isUnfinished) ? "open" : "done";
}

/** Returns a person's first open offboarding. Matches by UUID, or by email when a UUID is missing. */
export function findOpenOffboarding(
  records: readonly OffboardingRecord[],
  { uuid, email }: Pick<DepartingMember, "uuid" | "email">,
): OffboardingRecord | null {
  const address = addressKey(email);
  const isSamePerson = ({ departingMember }: OffboardingRecord) =>
    uuid !== null && departingMember.uuid !== null
      ? departingMember.uuid.toLowerCase() === uuid.toLowerCase()
      : address !== "" && addressKey(departingMember.email) === address;
  return records.find((each) => getOffboardingState(each) === "open" && isSamePerson(each)) ?? null;
}

/**
 * Plans the remaining steps from a new scan. Excludes subscriptions that this offboarding moved to Trash.
 * @param refusal why the membership can't be removed, if known before the request
 */
export function planOffboardingRecord(
  { departingMember, choices, steps }: OffboardingRecord,
  findings: OffboardingFindings,
  { refusal, names }: { readonly refusal?: string | undefined; readonly names?: ReferenceNames } = {},
): readonly OffboardingStep[] {
  const deletions = steps.filter(({ action }) => action === "delete");
  const deleted = new Set(deletions.map(({ recordId }) => stepKey({ id: Number(recordId), deleted: true })));
  return planOffboarding(departingMember, findings, choices, names).flatMap((step): OffboardingStep[] => {
    if (deleted.has(step.key)) return [];
    if (step.kind !== "membership") return [step];
    // Omits the membership if this offboarding has already set the level “No access”.
    if (step.change.kind === "nothing" && isAccessClosed({ steps })) return [];
    if (refusal === undefined || "why" in step.change) return [step];
    return [{ ...step, change: { key: step.key, name: step.name, kind: "impossible", why: refusal } }];
  });
}

export interface OffboardingPlan {
  readonly steps: readonly OffboardingStep[];
  readonly findings: OffboardingFindings;
  readonly coverage: ScanCoverage;
}

/** Adds the steps of a plan that is about to run. Updates earlier steps that the plan doesn't contain. */
export function applyPlan(
  offboarding: OffboardingRecord,
  { steps, findings, coverage }: OffboardingPlan,
  batch: string,
): OffboardingRecord {
  const { parent_level, is_project_open: isProjectOpen } = findings.others;
  const planned = steps.map(toRecordedStep);
  const keys = new Set(planned.map(({ key }) => key));
  const earlier = offboarding.steps
    // The plan has checked again whether access remains that no step can remove.
    .filter(
      ({ key, kind, outcome }) => !keys.has(key) && !(kind === "membership" && outcome === "impossible"),
    )
    .map((step) => resolveMissingStep(step, coverage));
  return {
    ...offboarding,
    startedAt: offboarding.batches.length === 0 ? new Date().toISOString() : offboarding.startedAt,
    closedAt: null,
    batches: [...offboarding.batches, batch],
    steps: [...earlier, ...planned],
    ...untouchedRecords(findings),
    organizationLevel: parent_level ?? offboarding.organizationLevel,
    inherited: getRemainingAccess(findings) ?? offboarding.inherited,
    // Explicit levels exist only in private projects.
    isProjectOpen:
      isProjectOpen ?? offboarding.isProjectOpen ?? (findings.membership === null ? null : false),
    coverage,
  };
}

/** Returns the access that remains, or undefined when unknown. A level that restricts the access isn't removed. */
function getRemainingAccess({ membership, others }: OffboardingFindings): OffboardingRecord["inherited"] {
  if (membership !== null && isLevelRestricting(membership)) {
    return { level: getEffectiveLevel(membership), reason: OWN_LEVEL_REASON };
  }
  return others.inherited_access;
}

/** Returns the subscriptions that an offboarding reports without changing them. */
export function untouchedRecords(
  { created, named }: OffboardingFindings,
  names?: ReferenceNames,
): Pick<OffboardingRecord, "created" | "mentioning"> {
  const toUntouched = (record: Subscription) => ({
    id: record.id,
    name: subscriptionTitle(record, names).text,
    isInTrash: record.deleted === true,
  });
  return { created: created.map(toUntouched), mentioning: named.map(toUntouched) };
}

/** Whether the offboarding has set the departing member to “No access”. */
export function isAccessClosed({ steps }: Pick<OffboardingRecord, "steps">): boolean {
  return steps.some(
    ({ action, outcome }) => action === "close" && (outcome === "done" || outcome === "gone"),
  );
}

/** Reason for access that the person's own level grants. */
export const OWN_LEVEL_REASON = "own_level";

export function isEveryRecordRead({ unreadable, hasChanged = false }: ScanCoverage): boolean {
  return unreadable === 0 && !hasChanged;
}

/** Whether the scan read every record and the member list. */
export function isEverythingRead(coverage: ScanCoverage): boolean {
  return isEveryRecordRead(coverage) && coverage.membersProblem === null;
}

/** A step that a new plan doesn't contain counts as done only if the scan was complete. */
function resolveMissingStep(step: RecordedStep, coverage: ScanCoverage): RecordedStep {
  if (!isUnfinished(step) && step.outcome !== "left") return step;
  const isAllRead = step.kind === "membership" ? isEverythingRead(coverage) : isEveryRecordRead(coverage);
  if (isAllRead) return { ...step, outcome: "gone", reason: "Already done." };
  const reason =
    "This record wasn't found in the latest scan, which may be incomplete. Look for it on the server.";
  return step.outcome === "left" ? step : { ...step, reason };
}

/** Returns what is stored of a planned step before it runs. */
export function toRecordedStep(step: OffboardingStep): RecordedStep {
  const { key, name, kind, isSelected, change: plannedChange } = step;
  const why = "why" in plannedChange ? plannedChange.why : null;
  const outcome = isSendable(plannedChange) ? (isSelected ? "waiting" : "left") : plannedChange.kind;
  const common = { key, name, kind, outcome, reason: why, at: null } as const;
  if (step.kind === "membership") {
    const { member, closes } = step;
    const isAddition = plannedChange.kind === "create" && plannedChange.resource === "member";
    return {
      ...common,
      recordId: isAddition ? plannedChange.body.user_uuid : (member?.user?.uuid ?? null),
      action: closes === null ? "remove" : "close",
      by: null,
      before: levelLabel(member?.level ?? closes?.level ?? null),
      after: closes === null ? "" : levelLabel(MEMBER_LEVELS.none),
    };
  }
  const { record, treatment } = step;
  const body =
    plannedChange.kind === "change" && plannedChange.resource === "subscription" ? plannedChange.body : {};
  return {
    ...common,
    recordId: record.id,
    action: treatment.kind,
    by: treatment.kind === "replace" ? treatment.by.trim() : null,
    before: record.target_value,
    after: body.target_value ?? record.target_value,
  };
}
