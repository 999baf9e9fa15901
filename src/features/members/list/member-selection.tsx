import { levelLabel } from "@/data/changes/access-levels";
import { memberId } from "@/data/members/members";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { addRefusal } from "@/features/members/model/member-rules";
import { BulkActionButtons, SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowId } from "@/ui/data-table/data-table-types";
import type { MenuAction } from "@/ui/overlay/action-menu";
import { MenuButton } from "@/ui/overlay/action-menu";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { DownloadIcon, TrashIcon } from "@/ui/theme/icons";
import type { ListedPerson } from "./listed-people";
import { useMemberTask } from "./use-member-task";

interface MemberSelectionProps {
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly ListedPerson[];
  /** Rows that match the search. */
  readonly rows: readonly ListedPerson[];
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onDownload: () => void;
}

/** Shows bulk actions as buttons, or as a menu on phones. */
export function MemberSelection({ selection, selected, rows, onChange, onDownload }: MemberSelectionProps) {
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
    <SelectionBar selection={selection} rows={rows} getRowId={memberId} onChange={onChange}>
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
    </SelectionBar>
  );
}
