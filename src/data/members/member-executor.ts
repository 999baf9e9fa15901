import type { QueryClient } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import {
  inheritedLevel,
  isLevelRedundant,
  levelLabel,
  remainingAccessMessage,
} from "@/data/changes/access-levels";
import type { ChangeExecutor, Precheck } from "@/data/changes/change-executor";
import type { PlannedMemberChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { addMemberJournaled, changeLevelJournaled, removeMemberJournaled } from "./member-changes";
import { fetchMember, memberId, memberScope } from "./members";
import { setCachedMember } from "./optimistic-members";

const NOTHING_SENT = "Nothing was sent.";

/** How a run sends a write of an explicit member. It always looks first: a membership is one small request. */
export function createMemberExecutor(change: PlannedMemberChange): ChangeExecutor {
  const uuid = change.kind === "create" ? change.body.user_uuid : memberId(change.before);
  return {
    recordId: uuid,
    canVerify: true,
    scope: memberScope,
    async precheck(queryClient, api) {
      const current = await fetchMember(api, uuid);
      setCachedMember(queryClient, api, uuid, current);
      return precheckMember(queryClient, api, change, current);
    },
  };
}

function precheckMember(
  queryClient: QueryClient,
  api: Api,
  change: PlannedMemberChange,
  current: ExplicitMember | null,
): Precheck {
  switch (change.kind) {
    case "create": {
      if (current === null) {
        const addition = { ...change.body, name: change.name };
        return { kind: "ready", send: (origin) => addMemberJournaled(queryClient, api, addition, origin) };
      }
      return current.level === change.body.level
        ? { kind: "done" }
        : { kind: "changed", why: levelChangedMessage(current) };
    }
    case "change": {
      const { level } = change.body;
      if (current === null) return { kind: "changed", why: levelRemovedMessage() };
      if (current.level === level) return { kind: "done" };
      if (current.level !== change.before.level)
        return { kind: "changed", why: levelChangedMessage(current) };
      return {
        kind: "ready",
        send: (origin) => changeLevelJournaled(queryClient, api, { member: current, level }, origin),
      };
    }
    case "remove": {
      if (current === null) return { kind: "done" };
      if (current.level !== change.before.level)
        return { kind: "changed", why: levelChangedMessage(current) };
      if (change.precondition === "redundant" && !isLevelRedundant(current)) {
        return { kind: "changed", why: levelNeededMessage(current) };
      }
      if (change.precondition === "kept" && !hasSameInheritedLevel(current, change.before)) {
        return { kind: "changed", why: inheritedLevelChangedMessage(current) };
      }
      return { kind: "ready", send: (origin) => removeMemberJournaled(queryClient, api, current, origin) };
    }
  }
}

function levelChangedMessage({ level }: ExplicitMember): string {
  return `Someone changed the level to ${levelLabel(level)}. ${NOTHING_SENT}`;
}

function levelNeededMessage({ level, parent_level }: ExplicitMember): string {
  return `The organization level is now ${levelLabel(parent_level)}, so the explicit ${levelLabel(level)} isn't redundant. ${NOTHING_SENT}`;
}

/** Whether the person keeps what was said they would. Where a level is not said, nothing is contradicted. */
function hasSameInheritedLevel(current: ExplicitMember, before: ExplicitMember): boolean {
  const [now, then] = [inheritedLevel(current.parent_level), inheritedLevel(before.parent_level)];
  return now === null || then === null || now === then;
}

function inheritedLevelChangedMessage(current: ExplicitMember): string {
  return `The organization level has changed. ${remainingAccessMessage(current)} ${NOTHING_SENT}`;
}

function levelRemovedMessage(): string {
  return `Someone removed the explicit level. ${NOTHING_SENT}`;
}
