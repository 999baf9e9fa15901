import { useApi } from "@/data/backend/backend";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import {
  effectiveLevelAfter,
  isLevelRestricting,
  levelLabel,
  restrictingLevelMessage,
} from "@/data/changes/access-levels";
import type { PlannedChange } from "@/data/changes/planned-change";
import { useProjectAccess } from "@/data/members/access-controls";
import { memberId } from "@/data/members/members";
import { useMemberChangesContext } from "@/features/members/level/use-member-changes";
import {
  addRefusal,
  type CurrentPermissions,
  isOwnMembership,
  levelRefusal,
  MEMBER_NOUN,
  memberName,
  personKey,
  removalRefusal,
} from "@/features/members/model/member-rules";
import { pluralize } from "@/lib/text/numbers";
import { BulkActionButtons } from "@/ui/collection-table/selection-bar";
import { DownloadIcon, TrashIcon } from "@/ui/theme/icons";
import { hasExplicitLevel, type ListedPerson } from "./listed-people";

/** Returns a function that opens the preview of a bulk action. Nothing is sent until the user confirms. */
export function useMemberTask(permissions: CurrentPermissions) {
  const api = useApi();
  const hasAccessControls = useProjectAccess() !== undefined;
  return (members: readonly ListedPerson[], task: MemberTask) => {
    const changes = planMemberChanges(members, task, permissions);
    const sendableCount = changes.filter(({ kind }) => kind !== "impossible" && kind !== "nothing").length;
    openBulkPreview(api, {
      label: memberTaskLabel(task, sendableCount),
      changes,
      note: memberTaskNote(task, hasAccessControls),
    });
  };
}

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

/** A bulk action on members. */
type MemberTask =
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "remove" }
  /** Removes redundant levels. */
  | { readonly kind: "clean-up" };

/** Formats the name of a bulk action: "Set 3 members to Administrator". */
function memberTaskLabel(task: MemberTask, count: number): string {
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
function memberTaskNote({ kind }: MemberTask, hasAccessControls = false): string {
  return (hasAccessControls ? ACCESS_CONTROL_NOTES : TASK_NOTES)[kind];
}

const NO_EXPLICIT_LEVEL = "This person has no explicit level.";
const OWN_MEMBERSHIP = "This is your own membership. Remove it individually.";

function sameLevelMessage(level: number): string {
  return `The explicit level is already ${levelLabel(level)}.`;
}

export function redundantLevelsLabel(count: number): string {
  return pluralize(count, "redundant level", "redundant levels");
}

export function redundantLevelsMessage(count: number): string {
  return `${redundantLevelsLabel(count)}. Removing ${count === 1 ? "it" : "them"} doesn't change anyone's access.`;
}

interface MemberBulkActionsProps {
  readonly selected: readonly ListedPerson[];
  readonly onDownload: () => void;
}

/** Shows bulk actions as buttons, or as a menu on phones. */
export function MemberBulkActions({ selected, onDownload }: MemberBulkActionsProps) {
  const { permissions } = useMemberChangesContext();
  const disabledReason = addRefusal(permissions);
  const openMemberTask = useMemberTask(permissions);
  return (
    <BulkActionButtons
      actions={[
        {
          id: "level",
          label: "Level",
          disabledReason,
          menu: permissions.levels.map((level) => ({
            id: `level-${level}`,
            label: `Set to ${levelLabel(level)}…`,
            disabledReason,
            onSelect: () => openMemberTask(selected, { kind: "level", level }),
          })),
        },
        { id: "download", label: "Download", icon: <DownloadIcon />, onSelect: onDownload },
        {
          id: "remove",
          label: "Remove…",
          icon: <TrashIcon />,
          tone: "danger",
          disabledReason,
          onSelect: () => openMemberTask(selected, { kind: "remove" }),
        },
      ]}
    />
  );
}
