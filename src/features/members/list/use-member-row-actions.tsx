import { useNavigate } from "react-router-dom";
import { levelLabel } from "@/data/changes/access-levels";
import { useApi } from "@/data/client/api-context";
import { memberId } from "@/data/members/members";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { addRefusal, levelRefusal, removalRefusal } from "@/features/members/model/member-rules";
import { encodeParam, paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { EditIcon, ListIcon, PlusIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
import { hasExplicitLevel, type ListedPerson } from "./listed-people";

/** Returns the actions of a row's menu. Disabled actions have a reason. */
export function useMemberRowActions(): (member: ListedPerson) => readonly RowAction[] {
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
    ...(hasExplicitLevel(member)
      ? permissions.levels
          .filter((level) => level !== member.level)
          .map((level) => ({
            id: `level-${level}`,
            label: `Set to ${levelLabel(level)}`,
            icon: <EditIcon />,
            disabledReason: levelRefusal(member, level, permissions),
            onSelect: () => changeLevel(member, level),
          }))
      : [
          {
            id: "add",
            label: "Add as member…",
            icon: <PlusIcon />,
            disabledReason: addRefusal(permissions),
            onSelect: () =>
              void navigate(`${paths.addMembers(projectId)}?person=${encodeParam(memberId(member))}`),
          },
        ]),
    {
      id: "offboard",
      label: "Offboard…",
      icon: <UsersIcon />,
      key: "o",
      disabledReason: member.user === null ? "The server didn't return this user." : undefined,
      onSelect: () => void navigate(paths.offboard(projectId, member.user?.uuid ?? undefined)),
    },
    ...(hasExplicitLevel(member)
      ? [
          {
            id: "remove",
            label: "Remove…",
            icon: <TrashIcon />,
            tone: "danger" as const,
            key: "Delete",
            shortcut: "Del",
            disabledReason: removalRefusal(member, permissions),
            onSelect: () => remove(member),
          },
        ]
      : []),
  ];
}
