import { useScopeRefusal } from "@/data/client/use-connection-status";
import { WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { BulkChoices } from "@/ui/collection-table/bulk-action-buttons";
import type { MenuAction } from "@/ui/overlay/action-menu";
import { MenuButton } from "@/ui/overlay/menu-button";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { DownloadIcon, TrashIcon, UndoIcon, UsersIcon } from "@/ui/theme/icons";
import type { BulkOperation } from "./plan-bulk-changes";

interface BulkActionsProps {
  readonly view: "active" | "bin";
  readonly onChoose: (kind: BulkOperation["kind"]) => void;
  readonly onDownload: () => void;
}

/** What can be done to the selected deliveries: buttons, and on a phone one menu. */
export function BulkActions({ view, onChoose, onDownload }: BulkActionsProps) {
  const disabledReason = useScopeRefusal(WRITE_SCOPE);
  const size = "compact-sm";
  const action = (kind: BulkOperation["kind"], label: string): MenuAction => ({
    id: kind,
    label,
    disabledReason,
    onSelect: () => onChoose(kind),
  });
  const recipients = [
    action("add-recipient", "Add a recipient…"),
    action("remove-recipient", "Remove a recipient…"),
    action("replace-recipient", "Replace a recipient…"),
  ];
  const download: MenuAction = {
    id: "download",
    label: "Download",
    icon: <DownloadIcon />,
    onSelect: onDownload,
  };
  const all =
    view === "bin"
      ? [{ ...action("restore", "Restore"), icon: <UndoIcon /> }, download]
      : [
          ...recipients,
          action("set-end", "Set end date…"),
          download,
          { ...action("delete", "Delete"), icon: <TrashIcon />, tone: "danger" as const },
        ];
  return (
    <BulkChoices actions={() => all}>
      {view === "bin" ? (
        <ReasonButton
          variant="default"
          size={size}
          leftSection={<UndoIcon />}
          disabledReason={disabledReason}
          onClick={() => onChoose("restore")}
        >
          Restore
        </ReasonButton>
      ) : (
        <>
          <MenuButton
            label="Recipients"
            icon={<UsersIcon />}
            size={size}
            disabledReason={disabledReason}
            actions={() => recipients}
          />
          <ReasonButton
            variant="default"
            size={size}
            disabledReason={disabledReason}
            onClick={() => onChoose("set-end")}
          >
            Set end date…
          </ReasonButton>
        </>
      )}
      <ReasonButton variant="default" size={size} leftSection={<DownloadIcon />} onClick={onDownload}>
        Download
      </ReasonButton>
      {view === "active" && (
        <ReasonButton
          variant="default"
          size={size}
          leftSection={<TrashIcon />}
          disabledReason={disabledReason}
          onClick={() => onChoose("delete")}
        >
          Delete
        </ReasonButton>
      )}
    </BulkChoices>
  );
}
