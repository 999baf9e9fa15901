import type { ExplicitMember } from "@/contract/members";
import { levelLabel } from "@/data/changes/access-levels";
import type { PlannedChange } from "@/data/changes/planned-change";
import { memberId } from "@/data/members/members";
import {
  type CurrentPermissions,
  effectiveLevelAfter,
  isOwnMembership,
  levelRefusal,
  MEMBER_NOUN,
  memberName,
  personKey,
  removalRefusal,
} from "@/features/members/model/member-rules";
import { pluralize } from "@/lib/text/numbers";

/** What is asked for many members at once. */
export type MemberTask =
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "remove" }
  /** Takes away what changes nothing. */
  | { readonly kind: "clean-up" };

const OWN_MEMBERSHIP_MESSAGE = "This is your own membership. Remove it individually.";

/** What a run will be called: "Set 3 members to Administrator". */
export function memberTaskLabel(task: MemberTask, count: number): string {
  const members = pluralize(count, MEMBER_NOUN.singular, MEMBER_NOUN.plural);
  if (task.kind === "level") return `Set ${members} to ${levelLabel(task.level)}`;
  if (task.kind === "remove") return `Remove ${members}`;
  return `Remove ${pluralize(count, "redundant level", "redundant levels")}`;
}

/** What a task comes to for each member, in their order: who would be the last administrator is left one. */
export function planMemberChanges(
  members: readonly ExplicitMember[],
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
  member: ExplicitMember,
  task: MemberTask,
  permissions: CurrentPermissions,
): PlannedChange {
  const target = { key: memberId(member), name: memberName(member) };
  if (task.kind === "level") {
    const { level } = task;
    if (member.level === level) {
      return { ...target, kind: "nothing", why: `The explicit level is already ${levelLabel(level)}.` };
    }
    const why = levelRefusal(member, level, permissions);
    if (why !== undefined) return { ...target, kind: "impossible", why };
    return { ...target, resource: "member", kind: "change", before: member, body: { level } };
  }
  const why = isOwnMembership(member, permissions)
    ? OWN_MEMBERSHIP_MESSAGE
    : removalRefusal(member, permissions);
  if (why !== undefined) return { ...target, kind: "impossible", why };
  return {
    ...target,
    resource: "member",
    kind: "remove",
    before: member,
    precondition: task.kind === "clean-up" ? "redundant" : "kept",
  };
}
