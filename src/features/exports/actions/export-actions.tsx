import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { againRefusal } from "@/features/exports/model/export-request-bodies";
import { noFileReason, WRITE_SCOPE } from "@/features/exports/model/export-rules";
import { paths } from "@/lib/url/paths";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { DownloadIcon, EditIcon, RefreshIcon } from "@/ui/theme/icons";
import { useExportActions } from "./use-export-actions";

interface ExportActionsProps {
  readonly record: ExportedAsset;
  readonly now: Date;
  /** The server does not have it any more. */
  readonly isGone: boolean;
}

/** What may be done with the export in its state, as buttons. */
export function ExportActions({ record, now, isGone }: ExportActionsProps) {
  const { projectId } = useApi();
  const { runAgain, download } = useExportActions();
  const refusal = useScopeRefusal(WRITE_SCOPE) ?? againRefusal(record);
  const noFile = isGone ? "The server does not have it any more." : noFileReason(record, now);
  return (
    <>
      <ReasonButton
        leftSection={<DownloadIcon />}
        variant={noFile === undefined ? "filled" : "default"}
        disabledReason={noFile}
        onClick={() => download([record])}
      >
        Download
      </ReasonButton>
      <ReasonButton
        leftSection={<RefreshIcon />}
        variant="default"
        disabledReason={refusal}
        onClick={() => runAgain([record])}
      >
        Run again
      </ReasonButton>
      <LinkButton
        leftSection={<EditIcon />}
        variant="default"
        to={paths.newExport(projectId, { from: record.id })}
        disabledReason={refusal}
      >
        Run as another format…
      </LinkButton>
    </>
  );
}
