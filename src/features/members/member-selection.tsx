import type { ExplicitMember } from "@/contract/members";
import { levelWords } from "@/data/access-levels";
import { memberId } from "@/data/members";
import type { MenuAction } from "@/ui/action-menu";
import { BulkChoices } from "@/ui/bulk-choices";
import type { RowId } from "@/ui/data-table-types";
import { DownloadIcon, TrashIcon } from "@/ui/icons";
import { MenuButton } from "@/ui/menu-button";
import { ReasonButton } from "@/ui/reason-button";
import { SelectionBar } from "@/ui/selection-bar";
import { useMoves } from "./member-moves";
import { addRefusal, GIVEN_LEVELS } from "./member-rules";
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
