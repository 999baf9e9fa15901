import type { ExplicitMember } from "@/contract/members";
import { useApi } from "@/data/client/api-context";
import type { Column } from "@/ui/data-table/data-table-types";
import { DownloadMenu } from "@/ui/download/download-menu";
import { fileColumns, fileFields } from "./member-file";

interface DownloadProps {
  readonly shown: readonly ExplicitMember[];
  readonly selected: readonly ExplicitMember[];
  /** All that are loaded. */
  readonly records: readonly ExplicitMember[];
  readonly columns: readonly Column<ExplicitMember>[];
  readonly now: Date;
  readonly onClose: () => void;
}

/** Asks what of the list to write into a file. */
export function Download({ shown, selected, records, columns, now, onClose }: DownloadProps) {
  const { projectId } = useApi();
  return (
    <DownloadMenu
      title="Download members"
      shown={shown}
      selected={selected}
      all={shown.length < records.length ? records : undefined}
      columns={fileColumns(columns)}
      allFields={fileFields}
      fileName={`Members of project ${projectId} ${now.toISOString().slice(0, 10)}`}
      onClose={onClose}
    />
  );
}
