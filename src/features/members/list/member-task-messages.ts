import { levelLabel } from "@/data/changes/access-levels";
import { MEMBER_NOUN } from "@/features/members/model/member-rules";
import { pluralize } from "@/lib/text/numbers";

/** A bulk action on members. */
export type MemberTask =
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "remove" }
  /** Removes redundant levels. */
  | { readonly kind: "clean-up" };

/** Formats the name of a bulk action: "Set 3 members to Administrator". */
export function memberTaskLabel(task: MemberTask, count: number): string {
  const members = pluralize(count, MEMBER_NOUN.singular, MEMBER_NOUN.plural);
  if (task.kind === "level") return `Set ${members} to ${levelLabel(task.level)}`;
  if (task.kind === "remove") return `Remove ${members}`;
  return `Remove ${redundantLevelsLabel(count)}`;
}

const TASK_NOTES: Readonly<Record<MemberTask["kind"], string>> = {
  level: "The effective level is the higher of the explicit level and the organization level.",
  remove: "Organization access remains. Undo restores each member's previous level with a new join date.",
  "clean-up": "No one loses access now. If someone's organization level drops later, their access drops too.",
};

const ACCESS_CONTROL_NOTES: Readonly<Record<MemberTask["kind"], string>> = {
  level:
    "An explicit level overrides the project default. Organization administrators always have full access.",
  remove:
    "Access from the project default, roles, and the organization remains. Undo restores each member's previous level.",
  "clean-up":
    "No one loses access now. If the project default or a member's roles change later, access may change too.",
};

/** Explains the consequences of a bulk action. */
export function memberTaskNote({ kind }: MemberTask, hasAccessControls = false): string {
  return (hasAccessControls ? ACCESS_CONTROL_NOTES : TASK_NOTES)[kind];
}

export const NO_EXPLICIT_LEVEL = "This person has no explicit level.";
export const OWN_MEMBERSHIP = "This is your own membership. Remove it individually.";

export function sameLevelMessage(level: number): string {
  return `The explicit level is already ${levelLabel(level)}.`;
}

export function redundantLevelsLabel(count: number): string {
  return pluralize(count, "redundant level", "redundant levels");
}

export function redundantLevelsMessage(count: number): string {
  return `${redundantLevelsLabel(count)}. Removing ${count === 1 ? "it" : "them"} doesn't change anyone's access.`;
}
