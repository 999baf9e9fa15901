import type { ReactNode } from "react";
import { useMissingScopeMessage } from "@/data/backend/backend";
import { useCapabilities } from "@/data/capabilities/capabilities";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { type BulkAction, BulkActionButtons } from "@/ui/collection-table/selection-bar";
import type { MenuAction } from "@/ui/overlay/action-menu";
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
  const action = (kind: BulkOperation["kind"], label: string, icon?: ReactNode): MenuAction => ({
    id: kind,
    label,
    icon,
    disabledReason,
    onSelect: () => onSelectAction(kind),
  });
  const download: MenuAction = {
    id: "download",
    label: "Download",
    icon: <DownloadIcon />,
    onSelect: onDownload,
  };
  const recipients: BulkAction = {
    id: "recipients",
    label: "Recipients",
    icon: <UsersIcon />,
    disabledReason,
    menu: [
      action("add-recipient", "Add recipient…"),
      action("remove-recipient", "Remove recipient…"),
      action("replace-recipient", "Replace recipient…"),
    ],
  };
  const pauseOrResume: BulkAction = {
    id: "pause-or-resume",
    label: "Pause or resume",
    icon: <PauseIcon />,
    disabledReason,
    menu: [action("pause", "Pause…", <PauseIcon />), action("resume", "Resume…", <ResumeIcon />)],
  };
  return (
    <BulkActionButtons
      actions={
        view === "trash"
          ? [action("restore", "Restore", <UndoIcon />), download]
          : [
              recipients,
              action("set-end", "Set end date…"),
              ...(canPause ? [pauseOrResume] : []),
              download,
              { ...action("delete", "Delete", <TrashIcon />), tone: "danger" },
            ]
      }
    />
  );
}
