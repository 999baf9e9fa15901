import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { localZone } from "@/lib/dates";
import type { Column } from "@/ui/data-table";
import { DownloadMenu } from "@/ui/download-menu";
import { fileColumns, fileFields } from "./subscription-file";
import type { ListFilters } from "./subscription-filters";

interface DownloadProps {
  readonly view: ListFilters["view"];
  readonly shown: readonly Subscription[];
  readonly selected: readonly Subscription[];
  readonly columns: readonly Column<Subscription>[];
  readonly now: Date;
  readonly onClose: () => void;
}

/** Asks what of the list to download, and writes it. */
export function Download({ view, shown, selected, columns, now, onClose }: DownloadProps) {
  const { projectId } = useApi();
  const what = view === "bin" ? "Deleted deliveries" : "Deliveries";
  return (
    <DownloadMenu
      title={`Download ${what.toLowerCase()}`}
      shown={shown}
      selected={selected}
      columns={fileColumns(columns, localZone(), now)}
      allFields={fileFields}
      fileName={`${what} of project ${projectId} ${now.toISOString().slice(0, 10)}`}
      onClose={onClose}
    />
  );
}
