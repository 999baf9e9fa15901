import type { ExplicitMember } from "@/contract/members";
import { levelWords } from "@/data/changes/access-levels";
import { memberId } from "@/data/members/members";
import { useMoves } from "@/features/members/level/member-changes-context";
import { addRefusal, GIVEN_LEVELS } from "@/features/members/model/member-rules";
import { BulkChoices } from "@/ui/collection-table/bulk-action-buttons";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowId } from "@/ui/data-table/data-table-types";
import type { MenuAction } from "@/ui/overlay/action-menu";
import { MenuButton } from "@/ui/overlay/menu-button";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { DownloadIcon, TrashIcon } from "@/ui/theme/icons";
import { useMemberTask } from "./use-member-task";

interface MemberSelectionProps {
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly ExplicitMember[];
  /** The rows that match. */
  readonly rows: readonly ExplicitMember[];
  readonly onChange: (selection: ReadonlySet<RowId>) => void;
  readonly onDownload: () => void;
}

/** What can be done to the selected members: buttons, and on a phone one menu. */
export function MemberSelection({ selection, selected, rows, onChange, onDownload }: MemberSelectionProps) {
  const { standing } = useMoves();
  const disabledReason = addRefusal(standing);
  const ask = useMemberTask(standing);
  const levels: readonly MenuAction[] = GIVEN_LEVELS.map((level) => ({
    id: `level-${level}`,
    label: `Set to ${levelWords(level)}…`,
    disabledReason,
    onSelect: () => ask(selected, { kind: "level", level }),
  }));
  const remove: MenuAction = {
    id: "remove",
    label: "Remove…",
    icon: <TrashIcon />,
    tone: "danger",
    disabledReason,
    onSelect: () => ask(selected, { kind: "remove" }),
  };
  const download: MenuAction = {
    id: "download",
    label: "Download",
    icon: <DownloadIcon />,
    onSelect: onDownload,
  };
  const size = "compact-sm";
  return (
    <SelectionBar selection={selection} rows={rows} idOf={memberId} onChange={onChange}>
      <BulkChoices actions={() => [...levels, download, remove]}>
        <MenuButton label="Level" size={size} disabledReason={disabledReason} actions={() => levels} />
        {[download, remove].map(({ id, label, icon, disabledReason: reason, onSelect }) => (
          <ReasonButton
            key={id}
            variant="default"
            size={size}
            leftSection={icon}
            disabledReason={reason}
            onClick={onSelect}
          >
            {label}
          </ReasonButton>
        ))}
      </BulkChoices>
    </SelectionBar>
  );
}
