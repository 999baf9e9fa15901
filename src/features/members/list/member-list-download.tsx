import { useApi } from "@/data/client/api-context";
import type { ListDownload } from "@/ui/collection-table/collection-table";
import { DownloadMenu } from "@/ui/download/download-menu";
import type { ListedPerson } from "./listed-people";
import { memberFileColumns, memberFileFields } from "./member-file";

export function MemberListDownload({ columns, now, ...list }: ListDownload<ListedPerson>) {
  const { projectId } = useApi();
  return (
    <DownloadMenu
      {...list}
      title="Download members"
      columns={memberFileColumns(columns)}
      getAllFields={memberFileFields}
      fileName={`Members of project ${projectId} ${now.toISOString().slice(0, 10)}`}
    />
  );
}
