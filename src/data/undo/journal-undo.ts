import type { ReadOptions } from "@/api/client";
import type { ExplicitMember } from "@/api/members";
import type { Api } from "@/data/backend/backend";
import { levelLabel } from "@/data/changes/access-levels";
import { fieldLabel } from "@/data/changes/change-labels";
import { type FieldChange, type JournalEntry, recordKey } from "@/data/journal/journal-entry";
import { readMemberNow } from "@/data/members/optimistic-members";
import { formatDay } from "@/lib/time/dates";
import { readSubscriptionState, subscriptionUndoBlocker } from "./subscription-undo";
import { orderUndoItems } from "./undo-dependencies";
import type { ImpossibleUndo, MemberStep, UndoPlanItem, UndoRefusal, UndoState } from "./undo-plan";
import {
  createUnreadableState,
  fieldConflictMessage,
  joinDateNote,
  levelAddedAgainMessage,
  UNDO_BLOCKERS,
  UNDO_CONFLICTS,
  UNDO_NOTES,
} from "./undo-plan";

const MAX_CONCURRENT = 4;

/**
 * Plans the undo of entries, newest first. Within a batch, adds recipients to one subscription before removing them
 * from another. Loads the current records. Plans for the same record build on each other. Rejects only with the
 * signal's reason.
 */
export async function planUndo(
  api: Api,
  entries: readonly JournalEntry[],
  options: ReadOptions = {},
): Promise<readonly UndoPlanItem[]> {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? 1 : -1));
  const states = await readStates(api, sorted, options);
  const items = sorted.map((entry): UndoPlanItem => {
    const key = recordKey(entry);
    const state = key === null ? undefined : states.get(key);
    const blocker = undoBlocker(entry);
    if (blocker !== null || key === null || state === undefined) {
      return { kind: "refused", entry, why: blocker ?? UNDO_BLOCKERS.noRecord, refusal: "entry" };
    }
    const { item, nextState } = state.plan(entry);
    states.set(key, nextState);
    return item;
  });
  return orderUndoItems(items);
}

/**
 * Returns why an entry can't be undone, whatever the state of its record. Returns null if the
 * answer depends on the record.
 */
export function undoBlocker(entry: JournalEntry): string | null {
  if (entry.outcome === "running") return UNDO_BLOCKERS.inProgress;
  if (entry.outcome === "refused") return UNDO_BLOCKERS.failed;
  if (entry.outcome === "unknown") return UNDO_BLOCKERS.outcomeUnknown;
  if (entry.resource === "export") return UNDO_BLOCKERS.export;
  if (entry.undoneBy !== null) return UNDO_BLOCKERS.undone;
  if (entry.recordId === null) return UNDO_BLOCKERS.noRecord;
  return entry.resource === "member" ? memberUndoBlocker(entry) : subscriptionUndoBlocker(entry);
}

async function readStates(
  api: Api,
  entries: readonly JournalEntry[],
  { signal, isPartOfChange }: ReadOptions,
): Promise<Map<string, UndoState>> {
  const wanted = new Map<string, JournalEntry>();
  for (const entry of entries) {
    const key = recordKey(entry);
    if (key !== null && undoBlocker(entry) === null) wanted.set(key, entry);
  }
  const states = new Map<string, UndoState>();
  const waiting = wanted.entries();
  const readNext = async () => {
    for (const [key, entry] of waiting) {
      signal?.throwIfAborted();
      const read = () => readState(api, entry, { isPartOfChange });
      // A single record is read immediately.
      states.set(key, await (wanted.size > 1 ? api.client.budget.inTurn(read, signal) : read()));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, readNext));
  return states;
}

/** Loads a member or subscription. Never called for exports, because they can't be undone. */
function readState(api: Api, { resource, recordId }: JournalEntry, options: ReadOptions): Promise<UndoState> {
  return resource === "member"
    ? readMemberState(api, String(recordId), options)
    : readSubscriptionState(api, Number(recordId), options);
}

/** The membership before or after an undo, or null without an explicit level. */
type CurrentMember = ExplicitMember | null;

function findFieldChange({ changes }: JournalEntry, field: string): FieldChange | undefined {
  return changes.find((change) => change.field === field);
}

/** Returns the levels before and after a change, when both are known. A null level means no explicit level. */
function getLevelChange(
  entry: JournalEntry,
): { readonly before: number | null; readonly after: number | null } | null {
  const { before, after } = findFieldChange(entry, "level") ?? {};
  const isLevel = (value: unknown): value is number | null => value === null || typeof value === "number";
  return isLevel(before) && isLevel(after) ? { before, after } : null;
}

/**
 * Returns why a change can never be undone. Returns null if the current record determines whether
 * it can be undone.
 */
export function memberUndoBlocker(entry: JournalEntry): string | null {
  const levels = getLevelChange(entry);
  if (levels === null) return UNDO_BLOCKERS.previousUnknown;
  return levels.before === levels.after ? UNDO_BLOCKERS.noEffect : null;
}

/** Loads the current membership, on which the plan is based. */
export async function readMemberState(api: Api, uuid: string, options: ReadOptions): Promise<UndoState> {
  try {
    return createMemberState(uuid, await readMemberNow(api, uuid, options));
  } catch (error) {
    return createUnreadableState(error);
  }
}

function createMemberState(uuid: string, current: CurrentMember): UndoState {
  return {
    plan(entry) {
      const item = planEntryUndo(uuid, entry, current);
      const nextMember = item.kind === "step" ? memberAfterUndo(uuid, item.step.entry, current) : current;
      return { item, nextState: createMemberState(uuid, nextMember) };
    },
  };
}

/** Returns the membership after the undo. For a re-added member, planning needs only the level. */
function memberAfterUndo(uuid: string, undone: JournalEntry, current: CurrentMember): CurrentMember {
  const level = getLevelChange(undone)?.before ?? null;
  if (level === null) return null;
  return current === null ? createPlaceholderMember(uuid, level) : { ...current, level };
}

function createPlaceholderMember(uuid: string, level: number): ExplicitMember {
  return {
    id: uuid,
    level,
    parent_level: null,
    parent_membership_id: null,
    joined_at: null,
    updated_at: null,
    user: null,
    effective_level: null,
  };
}

function planEntryUndo(uuid: string, entry: JournalEntry, current: CurrentMember): UndoPlanItem {
  const refuse = (why: string, refusal: UndoRefusal): ImpossibleUndo => ({
    kind: "refused",
    entry,
    why,
    refusal,
  });
  const levels = getLevelChange(entry);
  if (levels === null) return refuse(UNDO_BLOCKERS.previousUnknown, "entry");
  if (current === null && levels.after !== null) {
    return entry.kind === "created"
      ? refuse(UNDO_CONFLICTS.levelRemoved, "changed")
      : refuse(UNDO_CONFLICTS.levelRemovedByOther, "gone");
  }
  if (current !== null && levels.after === null) {
    return refuse(levelAddedAgainMessage(levelLabel(current.level)), "changed");
  }
  if (current !== null && current.level !== levels.after) {
    return refuse(
      fieldConflictMessage(fieldLabel("level"), levelLabel(levels.after), levelLabel(current.level)),
      "changed",
    );
  }
  return { kind: "step", step: createMemberStep(uuid, entry, current, levels.before) };
}

function createMemberStep(
  uuid: string,
  entry: JournalEntry,
  current: CurrentMember,
  level: number | null,
): MemberStep {
  const changes = [{ field: "level", before: current?.level ?? null, after: level }];
  const common = { resource: "member", entry, changes } as const;
  if (current === null) {
    const body = { user_uuid: uuid, level: level ?? 0 };
    return hasNoJoinDate(entry)
      ? { ...common, kind: "create", body, hasNoJoinDate: true, note: null }
      : { ...common, kind: "create", body, note: joiningNote(entry) };
  }
  return level === null
    ? { ...common, kind: "remove", before: current, note: UNDO_NOTES.keepsOrganizationAccess }
    : { ...common, kind: "change", before: current, body: { level }, note: null };
}

/** Servers with access controls have no join dates. */
function hasNoJoinDate(entry: JournalEntry): boolean {
  return findFieldChange(entry, "joined_at") === undefined;
}

function joiningNote(entry: JournalEntry): string {
  const joined = findFieldChange(entry, "joined_at")?.before;
  return joinDateNote(typeof joined === "string" ? formatDay(joined) : null);
}
