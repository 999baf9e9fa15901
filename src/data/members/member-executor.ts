import type { ExplicitMember } from "@/api/members";
import type { Api } from "@/data/backend/backend";
import {
  inheritedLevel,
  isLevelRedundant,
  levelLabel,
  type OtherLevels,
  otherSource,
} from "@/data/changes/access-levels";
import type { ChangeExecutor, PlannedMemberChange, Precheck } from "@/data/changes/planned-change";
import { addMemberJournaled, changeLevelJournaled, removeMemberJournaled } from "./member-changes";
import { fetchMember, memberId, memberScope } from "./members";
import { setCachedMember } from "./optimistic-members";
import { withProjectOpenness } from "./project-openness";

/** Returns the executor of a change to an explicit level. Its precheck always reads the member. */
export function createMemberExecutor(change: PlannedMemberChange): ChangeExecutor {
  const uuid = change.kind === "create" ? change.body.user_uuid : memberId(change.before);
  return {
    recordId: uuid,
    canVerify: true,
    scope: memberScope,
    async precheck(api) {
      const read = await fetchMember(api, uuid, { isPartOfChange: true });
      const isOpen = change.kind === "create" ? false : change.before.is_project_open === true;
      const current = read && withProjectOpenness(read, isOpen);
      setCachedMember(api, uuid, current);
      return precheckMember(api, change, current);
    },
  };
}

function precheckMember(api: Api, change: PlannedMemberChange, current: ExplicitMember | null): Precheck {
  switch (change.kind) {
    case "create": {
      if (current === null) {
        const addition = { ...change.body, name: change.name };
        return { kind: "ready", send: (origin) => addMemberJournaled(api, addition, origin) };
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
        send: (origin) => changeLevelJournaled(api, { member: current, level }, origin),
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
        return { kind: "changed", why: organizationLevelChangedMessage(current) };
      }
      return { kind: "ready", send: (origin) => removeMemberJournaled(api, current, origin) };
    }
  }
}

/** Unknown levels count as equal. */
function hasSameInheritedLevel(current: ExplicitMember, before: ExplicitMember): boolean {
  const [now, then] = [inheritedLevel(current), inheritedLevel(before)];
  return now === null || then === null || now === then;
}

const NOT_SAVED = "Your change wasn't saved.";

function levelChangedMessage({ level }: Pick<ExplicitMember, "level">): string {
  return `Someone else changed the level to ${levelLabel(level)}. ${NOT_SAVED}`;
}

function levelRemovedMessage(): string {
  return `Someone else removed the explicit level. ${NOT_SAVED}`;
}

function otherAccessNowMessage(member: OtherLevels): string {
  const { parent_level, inherited_access: inherited } = member;
  if (inherited) return `The access from ${otherSource(member)} is now ${levelLabel(inherited.level)}`;
  return `The organization level is now ${parent_level === null ? "unknown" : levelLabel(parent_level)}`;
}

/** Explains that a redundant level has become necessary. */
function levelNeededMessage(member: OtherLevels & Pick<ExplicitMember, "level">): string {
  return `${otherAccessNowMessage(member)}, so the explicit level ${levelLabel(member.level)} is still needed. ${NOT_SAVED}`;
}

/** Explains that the remaining access has changed since the change was planned. */
function organizationLevelChangedMessage(member: OtherLevels): string {
  const consequence = inheritedLevel(member) === 0 ? ", so this person would lose access" : "";
  return `${otherAccessNowMessage(member)}${consequence}. ${NOT_SAVED}`;
}
