import { Stack } from "@mantine/core";
import { createContext, use, useRef, useState } from "react";
import { isOutcomeUnknown } from "@/api/errors";
import type { ExplicitMember } from "@/api/members";
import { useApi } from "@/data/backend/backend";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import {
  effectiveLevelAfter,
  levelLabel,
  otherSource,
  unknownEffectMessage,
} from "@/data/changes/access-levels";
import type { JournalEntry } from "@/data/journal/journal-entry";
import {
  changeLevelJournaled,
  type MemberChangeResult,
  MemberConflictError,
  removeUnchangedMember,
} from "@/data/members/member-changes";
import { memberId } from "@/data/members/members";
import { describeFailure } from "@/data/projects/projects";
import { planUndo } from "@/data/undo/plan-undo";
import { remainingAccessNote } from "@/features/members/model/member-messages";
import type { CurrentPermissions } from "@/features/members/model/member-rules";
import { isOwnMembership, memberName, UNKNOWN_PERMISSIONS } from "@/features/members/model/member-rules";
import type { Problem } from "@/lib/text/problem";
import { announce, toasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";

const NO_LEVEL_FAILURES: ReadonlyMap<string, LevelChangeFailure> = new Map();

/** Changes levels optimistically. Removes members after a confirmation. Toasts offer Undo. */
export function useMemberChanges(permissions: CurrentPermissions): MemberChanges {
  const api = useApi();
  const confirm = useConfirm();
  const undo = useUndoMemberChanges();
  const [failures, setFailures] = useState(NO_LEVEL_FAILURES);
  /** Members whose level is being changed. */
  const pendingIds = useRef(new Set<string>());

  function setFailure(id: string, failure: LevelChangeFailure | null): void {
    setFailures((before) => {
      const after = new Map(before);
      if (failure === null) after.delete(id);
      else after.set(id, failure);
      return after;
    });
  }

  async function changeLevel(member: ExplicitMember, level: number): Promise<void> {
    const id = memberId(member);
    const name = memberName(member);
    if (pendingIds.current.has(id))
      return announce(`Still saving the last change to ${name}. Try again in a moment.`);
    pendingIds.current.add(id);
    setFailure(id, null);
    announce(`${name}: ${levelLabel(level)}`);
    try {
      const { entry } = await changeLevelJournaled(api, {
        member,
        level,
        requireUnchanged: true,
      });
      toasts.show({
        tone: "positive",
        title: `Set ${name} to ${levelLabel(level)}`,
        detail: levelChangedMessage(level, member),
        action: { label: "Undo", onSelect: () => undo([entry], `Undo level change for ${name}`) },
      });
    } catch (error) {
      if (error instanceof MemberConflictError) {
        pendingIds.current.delete(id);
        return await resolveConflict(name, error.current, level);
      }
      const problem = describeFailure(api.client, error);
      if (problem === null) return;
      const hasUnknownOutcome = isOutcomeUnknown(error);
      setFailure(id, { problem, hasUnknownOutcome });
      const toast = toasts.show({
        tone: "danger",
        title: hasUnknownOutcome
          ? `Couldn't confirm the level of ${name}`
          : `Couldn't change the level of ${name}`,
        detail: `${problem.title}. ${problem.detail}`,
      });
      if (!hasUnknownOutcome || !(await wasApplied(id))) return;
      setFailure(id, null);
      toasts.dismiss(toast);
      toasts.show({ tone: "positive", title: `Set ${name} to ${levelLabel(level)}` });
    } finally {
      pendingIds.current.delete(id);
    }
  }

  /** Checks a change whose response was lost, because the list shows its outcome, too. */
  async function wasApplied(id: string): Promise<boolean> {
    try {
      const { wasLastChangeApplied } = await import("@/data/reconcile/check-outcome");
      return await wasLastChangeApplied(api, id, "member");
    } catch {
      return false;
    }
  }

  /** Asks which level to keep if the levels differ. The change hasn't been sent yet. */
  async function resolveConflict(name: string, current: ExplicitMember | null, level: number): Promise<void> {
    if (current === null) {
      toasts.show({
        title: `Someone else removed the explicit level of ${name}`,
        detail: "Your change wasn't saved.",
      });
    } else if (current.level === level) {
      toasts.show({ title: `${name} already has the level ${levelLabel(level)}` });
    } else if (
      await confirm({
        title: `Someone else changed the level of ${name}`,
        body: `Theirs: ${levelLabel(current.level)}. Yours: ${levelLabel(level)}.`,
        confirmLabel: "Use mine",
        cancelLabel: "Keep theirs",
      })
    ) {
      await changeLevel(current, level);
    }
  }

  async function remove(member: ExplicitMember): Promise<void> {
    const name = memberName(member);
    const isCurrentUser = isOwnMembership(member, permissions);
    const warning = isCurrentUser
      ? "Only another administrator can add you again."
      : `Undo adds them again with the same level${member.joined_at === null ? "" : " and a new join date"}.`;
    let updated: MemberChangeResult | null = null;
    const isConfirmed = await confirm({
      title: isCurrentUser ? "Remove your own membership?" : `Remove ${name}?`,
      body: (
        <Stack gap="xs">
          <p>{`This removes the explicit level (${levelLabel(member.level)}). ${remainingAccessNote(member)}`}</p>
          <p>{warning}</p>
        </Stack>
      ),
      confirmLabel: "Remove",
      tone: "danger",
      onConfirm: async () => {
        updated = await removeUnchangedMember(api, member);
      },
      describeError: (error) =>
        error instanceof MemberConflictError
          ? describeRemovalConflict(name, error.current?.level ?? null)
          : describeFailure(api.client, error),
    });
    if (!isConfirmed || updated === null) return;
    const { entry } = updated;
    toasts.show({
      title: `Removed ${name}`,
      detail: isCurrentUser ? warning : remainingAccessNote(member),
      ...(!isCurrentUser && {
        action: { label: "Undo", onSelect: () => undo([entry], `Undo removal of ${name}`) },
      }),
    });
  }

  return {
    permissions,
    failures,
    changeLevel: (member, level) => void changeLevel(member, level),
    remove: (member) => void remove(member),
  };
}

/** Describes the effective level after a change. The member's other levels may raise it. */
function levelChangedMessage(level: number, member: ExplicitMember): string {
  const effective = effectiveLevelAfter(member, level);
  if (effective === null) return unknownEffectMessage(member);
  const source = effective > level ? `, from ${otherSource(member)}` : "";
  return `Effective level: ${levelLabel(effective)}${source}.`;
}

/**
 * Explains why a removal wasn't sent.
 * @param level current explicit level, or null if someone else removed it
 */
function describeRemovalConflict(name: string, level: number | null): Problem {
  const [title, detail] =
    level === null
      ? [`Someone else removed the explicit level of ${name}`, "There is nothing left to remove."]
      : [
          `Someone else changed the level of ${name}`,
          `The level is now ${levelLabel(level)}. Close this dialog to review the change.`,
        ];
  return { title, detail, canRetry: false };
}

export interface LevelChangeFailure {
  readonly problem: Problem;
  /** Whether the level may have changed anyway. */
  readonly hasUnknownOutcome: boolean;
}

interface MemberChanges {
  readonly permissions: CurrentPermissions;
  readonly changeLevel: (member: ExplicitMember, level: number) => void;
  readonly remove: (member: ExplicitMember) => void;
  /** Latest failure by member ID. */
  readonly failures: ReadonlyMap<string, LevelChangeFailure>;
}

const NO_MEMBER_CHANGES: MemberChanges = {
  permissions: UNKNOWN_PERMISSIONS,
  changeLevel: () => undefined,
  remove: () => undefined,
  failures: new Map(),
};

/** Uses a context, because changed column props would rerender all rows. */
export const MemberChangesContext = createContext<MemberChanges>(NO_MEMBER_CHANGES);

export function useMemberChangesContext(): MemberChanges {
  return use(MemberChangesContext);
}

/** Returns a function that undoes a single journal entry immediately, and several entries after a preview. */
export function useUndoMemberChanges() {
  const api = useApi();

  function showNothingUndone(detail: string, retry?: () => void): void {
    const action = retry && { label: "Try again", onSelect: retry };
    toasts.show({ tone: "danger", title: "Couldn't undo", detail, ...(action && { action }) });
  }

  async function undo(entries: readonly JournalEntry[], label: string): Promise<void> {
    const retry = () => void undo(entries, label);
    try {
      const items = await planUndo(api, entries, { isPartOfChange: entries.length === 1 });
      const changes = items.map(({ change }) => change);
      const [plannedChange] = changes;
      const isUnreadable = items.some(({ error }) => error !== undefined);
      if (changes.length > 1) openBulkPreview(api, { label, changes });
      else if (plannedChange?.kind === "impossible" || plannedChange?.kind === "nothing")
        showNothingUndone(plannedChange.why, isUnreadable ? retry : undefined);
      else startBulkJob(api, { label, changes });
    } catch (error) {
      const problem = describeFailure(api.client, error);
      if (problem !== null) showNothingUndone(`${problem.title}. ${problem.detail}`, retry);
    }
  }

  return (entries: readonly JournalEntry[], label: string) => void undo(entries, label);
}
