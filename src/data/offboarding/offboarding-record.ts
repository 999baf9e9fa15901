import * as z from "zod/mini";
import type { Subscription } from "@/contract/subscriptions";
import { levelLabel } from "@/data/changes/access-levels";
import type { Api } from "@/data/client/api-context";
import { newEntryId } from "@/data/journal/journal-entry";
import { addressKey } from "@/lib/recipients/email-match";
import {
  DEFAULT_CHOICES,
  getSubscriptionName,
  type OffboardingStep,
  planOffboarding,
  stepKey,
} from "./offboarding-plan";
import type { DepartingMember, OffboardingFindings } from "./offboarding-scan";
import { ALREADY_DONE_REASON, NOT_FOUND_REASON } from "./offboarding-step-messages";

const treatmentSchema = z.union([
  z.object({ kind: z.literal("remove") }),
  z.object({ kind: z.literal("replace"), by: z.string() }),
  z.object({ kind: z.literal("delete") }),
]);

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

const recordedStepSchema = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(["membership", "delivery", "bin"]),
  /** Of a membership the person's UUID. */
  recordId: z.nullable(z.union([z.string(), z.int()])),
  action: z.enum(["remove", "replace", "delete"]),
  /** Who comes instead. */
  by: z.nullable(z.string()),
  /** The recipients, or the level in words, byte for byte as they were and as they were wanted. */
  before: z.string(),
  after: z.string(),
  /**
   * `left`: nobody has ticked it. `gone`: it did not reach the leaver any more when it was looked at again. The others
   * are as those of a run, and `undone` as the journal tells.
   */
  outcome: z.enum(OUTCOMES),
  reason: z.nullable(z.string()),
  /** When the outcome was known, ISO 8601 in UTC. */
  at: z.nullable(z.string()),
});

/** What was chosen, as it is kept. */
export const offboardingChoicesSchema = z.object({
  treatment: z.enum(["remove", "replace"]),
  by: z.string(),
  whenLast: z.enum(["delete", "redirect"]),
  redirectTo: z.string(),
  own: z.catchall(z.object({}), treatmentSchema),
  ticks: z.catchall(z.object({}), z.boolean()),
});

/** A delivery that an offboarding leaves as it is. */
const untouchedSchema = z.object({ id: z.int(), name: z.string(), isInBin: z.boolean() });

/** What is kept of an offboarding, so that it can be taken up again and told of. It holds no key. */
export const offboardingRecordSchema = z.object({
  id: z.string(),
  /** Id of the connection. */
  connection: z.string(),
  server: z.string(),
  projectId: z.string(),
  leaver: z.object({ uuid: z.nullable(z.string()), email: z.string(), name: z.string() }),
  choices: offboardingChoicesSchema,
  /** When something was sent for the first time, ISO 8601 in UTC. */
  startedAt: z.string(),
  /** When a person was content with what was not done. */
  closedAt: z.nullable(z.string()),
  /** The journal's batches, oldest first. */
  batches: z.array(z.string()),
  steps: z.array(recordedStepSchema),
  /** Deliveries they have created, which nobody can be given. */
  created: z.array(untouchedSchema),
  /** Deliveries that name them and were left to a person. Cases of an older version have none. */
  named: z._default(z.array(untouchedSchema), []),
  /** The level that the organisation goes on to give; null where nobody said. */
  keeps: z.nullable(z.int()),
  /** What the plan was made of. */
  looked: z.object({
    deliveries: z.int(),
    bin: z.int(),
    /** Records that could not be read, and so were not looked at. */
    unreadable: z.int(),
    /** Why nobody knows whether they are a member; null where that is known. */
    membersProblem: z.nullable(z.string()),
  }),
});

/** An offboarding of this browser. */
export type OffboardingRecord = z.output<typeof offboardingRecordSchema>;
/** A step of a case. */
export type RecordedStep = z.output<typeof recordedStepSchema>;
/** How much was looked at for a plan. */
export type ScanCoverage = OffboardingRecord["looked"];

/** `open`: something is left to do. `done`: nothing is, or a person was content with it. `undone`: all was taken back. */
export type OffboardingState = "open" | "done" | "undone";

const UNFINISHED: ReadonlySet<RecordedStep["outcome"]> = new Set(["waiting", "failed", "unknown", "changed"]);

/** A case that nothing was sent for, and that is not kept yet. */
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
    leaver: departingMember,
    choices: DEFAULT_CHOICES,
    startedAt: new Date().toISOString(),
    closedAt: null,
    batches: [],
    steps: [],
    created: [],
    named: [],
    keeps: null,
    looked: { deliveries: 0, bin: 0, unreadable: 0, membersProblem: null },
  };
}

/** Whether a step is neither done nor left by choice. */
function isUnfinished({ outcome }: RecordedStep): boolean {
  return UNFINISHED.has(outcome);
}

/** How far a case is. */
export function getOffboardingState({ closedAt, steps }: OffboardingRecord): OffboardingState {
  const has = (wanted: RecordedStep["outcome"]) => steps.some(({ outcome }) => outcome === wanted);
  if (has("undone") && !has("done")) return "undone";
  return closedAt === null && steps.some(isUnfinished) ? "open" : "done";
}

/** The newest unfinished case of somebody, known by UUID or by address; null where there is none. */
export function findOpenOffboarding(
  records: readonly OffboardingRecord[],
  { uuid, email }: Pick<DepartingMember, "uuid" | "email">,
): OffboardingRecord | null {
  const address = addressKey(email);
  const isSamePerson = ({ leaver }: OffboardingRecord) =>
    uuid !== null && leaver.uuid !== null
      ? leaver.uuid.toLowerCase() === uuid.toLowerCase()
      : address !== "" && addressKey(leaver.email) === address;
  const found = records.filter((each) => getOffboardingState(each) === "open" && isSamePerson(each));
  return found.reduce<OffboardingRecord | null>(
    (one, other) => (one && one.id > other.id ? one : other),
    null,
  );
}

/**
 * What a case has still to do, by what was found just now. What it has put into the bin itself is not asked about.
 * @param refusal why the membership cannot be taken away, where that is known before the server is asked
 */
export function planOffboardingRecord(
  { leaver: departingMember, choices, steps }: OffboardingRecord,
  findings: OffboardingFindings,
  refusal?: string,
): readonly OffboardingStep[] {
  const deleted = new Set(
    steps.flatMap(({ action, recordId }) =>
      action === "delete" && typeof recordId === "number" ? [stepKey({ id: recordId, deleted: true })] : [],
    ),
  );
  return planOffboarding(departingMember, findings, choices)
    .filter(({ key }) => !deleted.has(key))
    .map((step) =>
      step.kind === "membership" && refusal !== undefined && step.change.kind === "remove"
        ? { ...step, change: { key: step.key, name: step.name, kind: "impossible", why: refusal } }
        : step,
    );
}

/** A case with a plan that is about to be run, in one more batch of the journal. */
export function applyPlan(
  offboarding: OffboardingRecord,
  plan: {
    readonly steps: readonly OffboardingStep[];
    readonly findings: OffboardingFindings;
    readonly looked: ScanCoverage;
    readonly batch: string;
  },
): OffboardingRecord {
  const { steps, findings, looked, batch } = plan;
  const planned = steps.map(createRecordedStep);
  const keys = new Set(planned.map(({ key }) => key));
  const earlier = offboarding.steps
    .filter(({ key }) => !keys.has(key))
    .map((step) => resolveMissingStep(step, looked));
  return {
    ...offboarding,
    startedAt: offboarding.batches.length === 0 ? new Date().toISOString() : offboarding.startedAt,
    closedAt: null,
    batches: [...offboarding.batches, batch],
    steps: [...earlier, ...planned],
    ...untouchedRecords(findings),
    keeps: findings.membership?.parent_level ?? offboarding.keeps,
    looked,
  };
}

/** What an offboarding leaves as it is and tells of, as a case keeps it. */
export function untouchedRecords({
  created,
  named,
}: OffboardingFindings): Pick<OffboardingRecord, "created" | "named"> {
  const toUntouched = (record: Subscription) => ({
    id: record.id,
    name: getSubscriptionName(record),
    isInBin: record.deleted,
  });
  return { created: created.map(toUntouched), named: named.map(toUntouched) };
}

/** A step that is not there to do any more. That it is so already says only who could read everything. */
function resolveMissingStep(step: RecordedStep, { unreadable, membersProblem }: ScanCoverage): RecordedStep {
  if (!isUnfinished(step) && step.outcome !== "left") return step;
  const isAllRead = unreadable === 0 && (step.kind !== "membership" || membersProblem === null);
  if (isAllRead) return { ...step, outcome: "gone", reason: ALREADY_DONE_REASON };
  return step.outcome === "left" ? step : { ...step, reason: NOT_FOUND_REASON };
}

function createRecordedStep(step: OffboardingStep): RecordedStep {
  const { key, name, kind, isSelected: isTicked, change: plannedChange } = step;
  const why = "why" in plannedChange ? plannedChange.why : null;
  const isChangeSendable = plannedChange.kind !== "nothing" && plannedChange.kind !== "impossible";
  const outcome = isChangeSendable ? (isTicked ? "waiting" : "left") : plannedChange.kind;
  const common = { key, name, kind, outcome, reason: why, at: null } as const;
  if (step.kind === "membership") {
    const { level, user } = step.member;
    return {
      ...common,
      recordId: user?.uuid ?? null,
      action: "remove",
      by: null,
      before: levelLabel(level),
      after: "",
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
