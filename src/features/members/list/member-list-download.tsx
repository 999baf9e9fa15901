import { useApi } from "@/data/client/api-context";
import type { Column } from "@/ui/data-table/data-table-types";
import { DownloadMenu } from "@/ui/download/download-menu";
import type { ListedPerson } from "./listed-people";
import { memberFileColumns, memberFileFields } from "./member-file";

interface MemberListDownloadProps {
  readonly shown: readonly ListedPerson[];
  readonly selected: readonly ListedPerson[];
  /** All loaded members. */
  readonly records: readonly ListedPerson[];
  readonly columns: readonly Column<ListedPerson>[];
  readonly now: Date;
  readonly onClose: () => void;
}

export function MemberListDownload({
  shown,
  selected,
  records,
  columns,
  now,
  onClose,
}: MemberListDownloadProps) {
  const { projectId } = useApi();
  return (
    <DownloadMenu
      title="Download members"
      filteredRows={shown}
      selectedRows={selected}
      allRows={shown.length < records.length ? records : undefined}
      columns={memberFileColumns(columns)}
      getAllFields={memberFileFields}
      fileName={`Members of project ${projectId} ${now.toISOString().slice(0, 10)}`}
      onClose={onClose}
    />
  );
}
