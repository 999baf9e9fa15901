import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import type { CollectionState } from "@/data/collection/collection";
import { EXPORT_NOUN, EXPORT_WRITE_SCOPE } from "@/features/exports/model/export-rules";
import { paths } from "@/lib/url/paths";
import { AllRecordsInvalid, NoResults } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { DownloadIcon, PlusIcon } from "@/ui/theme/icons";

interface ExportListEmptyProps {
  readonly state: CollectionState<ExportedAsset>;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function ExportListEmpty({ state, isFiltered, onClear }: ExportListEmptyProps) {
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE);
  const { records, broken: invalidRecords, phase } = state;
  if (isFiltered) {
    return (
      <NoResults
        {...EXPORT_NOUN}
        count={records.length}
        isFullyLoaded={phase === "complete"}
        onClear={onClear}
      />
    );
  }
  if (invalidRecords.length > 0) return <AllRecordsInvalid pluralNoun="exports" />;
  return (
    <EmptyState
      icon={<DownloadIcon size={24} />}
      title="No exports yet"
      detail="Export a dashboard or insight as an image, PDF, or table. Only your own exports appear here."
      action={
        <LinkButton to={paths.newExport(projectId)} leftSection={<PlusIcon />} disabledReason={refusal}>
          Create export
        </LinkButton>
      }
    />
  );
}
