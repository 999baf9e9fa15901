import {
  effectiveLevelAfter,
  isLevelRestricting,
  restrictingLevelMessage,
} from "@/data/changes/access-levels";
import type { PlannedChange } from "@/data/changes/planned-change";
import { memberId } from "@/data/members/members";
import {
  type CurrentPermissions,
  isOwnMembership,
  levelRefusal,
  memberName,
  personKey,
  removalRefusal,
} from "@/features/members/model/member-rules";
import { hasExplicitLevel, type ListedPerson } from "./listed-people";
import { type MemberTask, NO_EXPLICIT_LEVEL, OWN_MEMBERSHIP, sameLevelMessage } from "./member-task-messages";

/** Plans a bulk action, one change per member. Always leaves at least one administrator. */
export function planMemberChanges(
  members: readonly ListedPerson[],
  task: MemberTask,
  permissions: CurrentPermissions,
): readonly PlannedChange[] {
  const administrators = new Set(permissions.administrators);
  return members.map((member) => {
    const plannedChange = planMemberChange(member, task, { ...permissions, administrators });
    const isReduction = plannedChange.kind === "change" || plannedChange.kind === "remove";
    if (isReduction && (effectiveLevelAfter(member, task.kind === "level" ? task.level : null) ?? 0) < 8) {
      administrators.delete(personKey(member));
    }
    return plannedChange;
  });
}

function planMemberChange(
  member: ListedPerson,
  task: MemberTask,
  permissions: CurrentPermissions,
): PlannedChange {
  const target = { key: memberId(member), name: memberName(member) };
  if (task.kind === "level") {
    const { level } = task;
    if (member.level === level) {
      return { ...target, kind: "nothing", why: sameLevelMessage(level) };
    }
    const why = levelRefusal(member, level, permissions);
    if (why !== undefined) return { ...target, kind: "impossible", why };
    return hasExplicitLevel(member)
      ? { ...target, resource: "member", kind: "change", before: member, body: { level } }
      : { ...target, resource: "member", kind: "create", body: { user_uuid: memberId(member), level } };
  }
  if (!hasExplicitLevel(member)) return { ...target, kind: "nothing", why: NO_EXPLICIT_LEVEL };
  const isRemovedIndividually = isOwnMembership(member, permissions) && !member.inherited_access;
  const why =
    (isRemovedIndividually ? OWN_MEMBERSHIP : removalRefusal(member, permissions)) ??
    (isLevelRestricting(member)
      ? `${restrictingLevelMessage(member)} Remove this level individually.`
      : undefined);
  if (why !== undefined) return { ...target, kind: "impossible", why };
  return {
    ...target,
    resource: "member",
    kind: "remove",
    before: member,
    precondition: task.kind === "clean-up" ? "redundant" : "kept",
  };
}
