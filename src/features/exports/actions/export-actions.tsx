import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import { repeatRefusal } from "@/features/exports/model/export-request-bodies";
import { EXPORT_WRITE_SCOPE, missingFileReason } from "@/features/exports/model/export-rules";
import { paths } from "@/lib/url/paths";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { DownloadIcon, EditIcon, RefreshIcon } from "@/ui/theme/icons";
import { useExportActions } from "./use-export-actions";

interface ExportActionsProps {
  readonly record: ExportedAsset;
  readonly now: Date;
  readonly isDeleted: boolean;
}

export function ExportActions({ record, now, isDeleted }: ExportActionsProps) {
  const { projectId } = useApi();
  const { runAgain, download } = useExportActions();
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE) ?? repeatRefusal(record);
  const unavailableReason = isDeleted ? "This export no longer exists." : missingFileReason(record, now);
  return (
    <>
      <ButtonWithDisabledReason
        leftSection={<DownloadIcon />}
        variant={unavailableReason === undefined ? "filled" : "default"}
        disabledReason={unavailableReason}
        onClick={() => download([record])}
      >
        Download
      </ButtonWithDisabledReason>
      <ButtonWithDisabledReason
        leftSection={<RefreshIcon />}
        variant="default"
        disabledReason={refusal}
        onClick={() => runAgain([record])}
      >
        Run again
      </ButtonWithDisabledReason>
      <LinkButton
        leftSection={<EditIcon />}
        variant="default"
        to={paths.newExport(projectId, { from: record.id })}
        disabledReason={refusal}
      >
        Export in another format…
      </LinkButton>
    </>
  );
}
