import { levelLabel } from "@/data/changes/access-levels";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { addRefusal } from "@/features/members/model/member-rules";
import { BulkActionButtons } from "@/ui/collection-table/selection-bar";
import type { MenuAction } from "@/ui/overlay/action-menu";
import { MenuButton } from "@/ui/overlay/action-menu";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
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
  const levels: readonly MenuAction[] = permissions.levels.map((level) => ({
    id: `level-${level}`,
    label: `Set to ${levelLabel(level)}…`,
    disabledReason,
    onSelect: () => openMemberTask(selected, { kind: "level", level }),
  }));
  const remove: MenuAction = {
    id: "remove",
    label: "Remove…",
    icon: <TrashIcon />,
    tone: "danger",
    disabledReason,
    onSelect: () => openMemberTask(selected, { kind: "remove" }),
  };
  const download: MenuAction = {
    id: "download",
    label: "Download",
    icon: <DownloadIcon />,
    onSelect: onDownload,
  };
  return (
    <BulkActionButtons actions={() => [...levels, download, remove]}>
      <MenuButton label="Level" disabledReason={disabledReason} actions={() => levels} />
      {[download, remove].map(({ id, label, icon, disabledReason: reason, onSelect }) => (
        <ButtonWithDisabledReason
          key={id}
          variant="default"
          leftSection={icon}
          disabledReason={reason}
          onClick={onSelect}
        >
          {label}
        </ButtonWithDisabledReason>
      ))}
    </BulkActionButtons>
  );
}
