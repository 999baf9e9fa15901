import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/api-context";
import { useScopeRefusal } from "@/data/signals";
import { paths } from "@/lib/paths";
import { DownloadIcon, EditIcon, RefreshIcon } from "@/ui/icons";
import { LinkButton } from "@/ui/link-button";
import { ReasonButton } from "@/ui/reason-button";
import { againRefusal } from "./export-requests";
import { noFileReason, WRITE_SCOPE } from "./export-rules";
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
