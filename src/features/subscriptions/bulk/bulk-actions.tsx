import { useCapabilities } from "@/data/capabilities/capabilities";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { BulkActionButtons } from "@/ui/collection-table/selection-bar";
import type { MenuAction } from "@/ui/overlay/action-menu";
import { MenuButton } from "@/ui/overlay/action-menu";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { DownloadIcon, PauseIcon, ResumeIcon, TrashIcon, UndoIcon, UsersIcon } from "@/ui/theme/icons";
import type { BulkOperation } from "./plan-bulk-changes";

interface BulkActionsProps {
  readonly view: "active" | "trash";
  readonly onSelectAction: (kind: BulkOperation["kind"]) => void;
  readonly onDownload: () => void;
}

export function BulkActions({ view, onSelectAction, onDownload }: BulkActionsProps) {
  const disabledReason = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const { canPause } = useCapabilities();
  const action = (kind: BulkOperation["kind"], label: string): MenuAction => ({
    id: kind,
    label,
    disabledReason,
    onSelect: () => onSelectAction(kind),
  });
  const recipients = [
    action("add-recipient", "Add recipient…"),
    action("remove-recipient", "Remove recipient…"),
    action("replace-recipient", "Replace recipient…"),
  ];
  const pauseActions: readonly MenuAction[] = canPause
    ? [
        { ...action("pause", "Pause…"), icon: <PauseIcon /> },
        { ...action("resume", "Resume…"), icon: <ResumeIcon /> },
      ]
    : [];
  const download: MenuAction = {
    id: "download",
    label: "Download",
    icon: <DownloadIcon />,
    onSelect: onDownload,
  };
  const allActions =
    view === "trash"
      ? [{ ...action("restore", "Restore"), icon: <UndoIcon /> }, download]
      : [
          ...recipients,
          action("set-end", "Set end date…"),
          ...pauseActions,
          download,
          { ...action("delete", "Delete"), icon: <TrashIcon />, tone: "danger" as const },
        ];
  return (
    <BulkActionButtons actions={() => allActions}>
      {view === "trash" ? (
        <ButtonWithDisabledReason
          variant="default"
          leftSection={<UndoIcon />}
          disabledReason={disabledReason}
          onClick={() => onSelectAction("restore")}
        >
          Restore
        </ButtonWithDisabledReason>
      ) : (
        <>
          <MenuButton
            label="Recipients"
            icon={<UsersIcon />}
            disabledReason={disabledReason}
            actions={() => recipients}
          />
          <ButtonWithDisabledReason
            variant="default"
            disabledReason={disabledReason}
            onClick={() => onSelectAction("set-end")}
          >
            Set end date…
          </ButtonWithDisabledReason>
          {canPause && (
            <MenuButton
              label="Pause or resume"
              icon={<PauseIcon />}
              disabledReason={disabledReason}
              actions={() => pauseActions}
            />
          )}
        </>
      )}
      <ButtonWithDisabledReason variant="default" leftSection={<DownloadIcon />} onClick={onDownload}>
        Download
      </ButtonWithDisabledReason>
      {view === "active" && (
        <ButtonWithDisabledReason
          variant="default"
          leftSection={<TrashIcon />}
          disabledReason={disabledReason}
          onClick={() => onSelectAction("delete")}
        >
          Delete
        </ButtonWithDisabledReason>
      )}
    </BulkActionButtons>
  );
}
