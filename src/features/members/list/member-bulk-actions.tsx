import { levelLabel } from "@/data/changes/access-levels";
import { useMemberChangesContext } from "@/features/members/level/use-member-changes";
import { addRefusal } from "@/features/members/model/member-rules";
import { BulkActionButtons } from "@/ui/collection-table/selection-bar";
import { DownloadIcon, TrashIcon } from "@/ui/theme/icons";
import type { ListedPerson } from "./listed-people";
import { useMemberTask } from "./use-member-task";

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
