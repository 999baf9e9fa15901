import type { ExplicitMember } from "@/contract/members";
import { levelWords } from "@/data/changes/access-levels";
import type { PlannedWrite } from "@/data/changes/planned-change";
import { memberId } from "@/data/members/members";
import {
  effectiveAfter,
  isOwn,
  levelRefusal,
  MEMBERS,
  nameOf,
  personKey,
  removalRefusal,
  type Standing,
} from "@/features/members/model/member-rules";
import { plural, wordFor } from "@/lib/text/numbers";

/** What is asked for many members at once. */
export type MemberTask =
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "remove" }
  /** Takes away what changes nothing. */
  | { readonly kind: "clean-up" };

const OWN_ALONE = "It is your own. Take it away by itself, where it is said what that means.";

/** What a run will be called: "Set 3 members to Administrator". */
export function taskLabel(task: MemberTask, count: number): string {
  const members = plural(count, MEMBERS.one, MEMBERS.other);
  if (task.kind === "level") return `Set ${members} to ${levelWords(task.level)}`;
  if (task.kind === "remove") return `Remove ${members}`;
  return `Remove ${plural(count, "explicit level", "explicit levels")} that ${wordFor(count, "changes", "change")} nothing`;
}

/** What a task comes to for each member, in their order: who would be the last administrator is left one. */
export function planMembers(
  members: readonly ExplicitMember[],
  task: MemberTask,
  standing: Standing,
): readonly PlannedWrite[] {
  const administrators = new Set(standing.administrators);
  return members.map((member) => {
    const write = planOne(member, task, { ...standing, administrators });
    const isLess = write.kind === "change" || write.kind === "remove";
    if (isLess && (effectiveAfter(member, task.kind === "level" ? task.level : null) ?? 0) < 8) {
      administrators.delete(personKey(member));
    }
    return write;
  });
}

function planOne(member: ExplicitMember, task: MemberTask, standing: Standing): PlannedWrite {
  const named = { key: memberId(member), name: nameOf(member) };
  if (task.kind === "level") {
    const { level } = task;
    if (member.level === level) {
      return { ...named, kind: "nothing", why: `The explicit level is ${levelWords(level)} already.` };
    }
    const why = levelRefusal(member, level, standing);
    if (why !== undefined) return { ...named, kind: "impossible", why };
    return { ...named, resource: "member", kind: "change", before: member, body: { level } };
  }
  const why = isOwn(member, standing) ? OWN_ALONE : removalRefusal(member, standing);
  if (why !== undefined) return { ...named, kind: "impossible", why };
  return {
    ...named,
    resource: "member",
    kind: "remove",
    before: member,
    asLongAs: task.kind === "clean-up" ? "redundant" : "kept",
  };
}
