import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import type { CollectionState } from "@/data/collection/collection";
import { EXPORTS, WRITE_SCOPE } from "@/features/exports/model/export-rules";
import { paths } from "@/lib/url/paths";
import { NoneReadable, NothingFound } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { DownloadIcon, PlusIcon } from "@/ui/theme/icons";

interface NoRowsProps {
  readonly state: CollectionState<ExportedAsset>;
  /** Whether a search hides them. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** Why there are no rows, and the way on. */
export function NoRows({ state, isFiltered, onClear }: NoRowsProps) {
  const { projectId } = useApi();
  const refusal = useScopeRefusal(WRITE_SCOPE);
  const { records, broken, phase } = state;
  if (isFiltered) {
    return (
      <NothingFound {...EXPORTS} count={records.length} isWhole={phase === "complete"} onClear={onClear} />
    );
  }
  if (broken.length > 0) return <NoneReadable other="exports" />;
  return (
    <EmptyState
      icon={<DownloadIcon size={24} />}
      title="No exports yet"
      detail="An export is a dashboard or an insight as a file: an image, a PDF, a table. The server makes it, and keeps it for some weeks. You see your own exports only."
      action={
        <LinkButton to={paths.newExport(projectId)} leftSection={<PlusIcon />} disabledReason={refusal}>
          Make an export
        </LinkButton>
      }
    />
  );
}
