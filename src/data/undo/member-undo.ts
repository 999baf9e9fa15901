import type { QueryClient } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { levelLabel } from "@/data/changes/access-levels";
import { fieldLabel } from "@/data/changes/change-labels";
import type { Api } from "@/data/client/api-context";
import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { fetchMember } from "@/data/members/members";
import { setCachedMember } from "@/data/members/optimistic-members";
import type { ReadOptions } from "@/http/client";
import { formatDay } from "@/lib/time/dates";
import {
  fieldConflictMessage,
  joinDateNote,
  levelAddedAgainMessage,
  UNDO_BLOCKERS,
  UNDO_CONFLICTS,
  UNDO_NOTES,
} from "./undo-messages";
import {
  createUnreadableState,
  type ImpossibleUndo,
  type MemberStep,
  type UndoPlanItem,
  type UndoRefusal,
  type UndoState,
} from "./undo-plan";

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
export async function readMemberState(
  queryClient: QueryClient,
  api: Api,
  uuid: string,
  options: ReadOptions,
): Promise<UndoState> {
  try {
    const member = await fetchMember(queryClient, api, uuid, options);
    setCachedMember(queryClient, api, uuid, member);
    return createMemberState(uuid, member);
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
