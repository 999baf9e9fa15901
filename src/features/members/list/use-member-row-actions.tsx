import { useNavigate } from "react-router-dom";
import type { ExplicitMember } from "@/contract/members";
import { levelLabel } from "@/data/changes/access-levels";
import { useApi } from "@/data/client/api-context";
import { memberId } from "@/data/members/members";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { levelRefusal, removalRefusal } from "@/features/members/model/member-rules";
import { paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { EditIcon, ListIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";

/** Returns the actions of a row's menu. Disabled actions have a reason. */
export function useMemberRowActions(): (member: ExplicitMember) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const { permissions, changeLevel, remove } = useMemberChangesContext();
  return (member) => [
    {
      id: "open",
      label: "Open",
      icon: <ListIcon />,
      shortcut: "Enter",
      onSelect: () => void navigate(paths.member(projectId, memberId(member))),
    },
    ...permissions.levels
      .filter((level) => level !== member.level)
      .map((level) => ({
        id: `level-${level}`,
        label: `Set to ${levelLabel(level)}`,
        icon: <EditIcon />,
        disabledReason: levelRefusal(member, level, permissions),
        onSelect: () => changeLevel(member, level),
      })),
    {
      id: "offboard",
      label: "Offboard…",
      icon: <UsersIcon />,
      disabledReason: member.user === null ? "The server didn't return this user." : undefined,
      onSelect: () => void navigate(paths.offboard(projectId, member.user?.uuid ?? undefined)),
    },
    {
      id: "remove",
      label: "Remove…",
      icon: <TrashIcon />,
      tone: "danger",
      disabledReason: removalRefusal(member, permissions),
      onSelect: () => remove(member),
    },
  ];
}
