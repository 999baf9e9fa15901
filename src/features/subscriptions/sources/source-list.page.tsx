import { useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import { shortSourceLabel, sourceNameOf } from "@/data/catalog/source-labels";
import { useSourceNames, useSourceUrl } from "@/data/catalog/source-names";
import { BulkActions } from "@/features/subscriptions/bulk/bulk-actions";
import { LazyBulkDialog, type RequestedBulk } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import {
  CoverageNotice,
  GroupTable,
  groupFileFields,
  useGroupPage,
} from "@/features/subscriptions/groups/group-table";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { Page } from "@/ui/page/page";
import { ChartIcon, DownloadIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { sourceColumns } from "./source-columns";
import { SourceDrawer } from "./source-drawer";
import {
  groupBySource,
  missingNamesMessage,
  SOURCE_FILTERS,
  type SourceGroup,
  sourceSubscriptionsUrl,
} from "./source-index";
import { SOURCE_SEARCH } from "./source-search";

export function SourceListPage() {
  const page = useGroupPage(paths.sources, groupBySource, SOURCE_FILTERS);
  const { now, coverage } = page;
  const { projectId } = useApi();
  const navigate = useNavigate();
  const { names, refusals } = useSourceNames();
  const getUrl = useSourceUrl();
  const columns = useMemo(
    () => sourceColumns({ zone: localZone(), now, names, getUrl }),
    [now, names, getUrl],
  );
  const namesMessage = missingNamesMessage(refusals);
  const [requestedBulk, setRequestedBulk] = useState<RequestedBulk | null>(null);
  const note = <CoverageNotice coverage={coverage} />;
  const getActions = (source: SourceGroup): readonly RowAction[] => [
    {
      id: "export",
      label: "New export",
      icon: <DownloadIcon />,
      onSelect: () => void navigate(paths.newExport(projectId, { [source.kind]: source.id })),
    },
  ];
  return (
    <Page title="Sources">
      <GroupTable
        page={page}
        label="Sources"
        singular="source"
        plural="sources"
        storageKey="sources"
        placeholder="Search or filter: kind:dashboard to:ana week:>5"
        search={SOURCE_SEARCH}
        names={names}
        columns={columns}
        rowLabel={({ reference }) => shortSourceLabel(reference, names)}
        getListUrl={sourceSubscriptionsUrl}
        rowActions={getActions}
        renderFindings={() => namesMessage !== null && <span className={shared.count}>{namesMessage}</span>}
        openIcon={<ChartIcon />}
        emptyIcon={<ChartIcon size={24} />}
        emptyDetail="Dashboards and insights sent by your subscriptions appear here."
        renderActions={(selected, openDownload) => (
          <BulkActions
            view="active"
            onDownload={openDownload}
            onSelectAction={(kind) =>
              setRequestedBulk({ kind, records: selected.flatMap(({ records }) => records), note })
            }
          />
        )}
        getAllFields={(row) => ({
          kind: row.kind,
          id: row.id,
          name: sourceNameOf(row.reference, names) || null,
          recipients: row.recipientCount,
          ...groupFileFields(row),
        })}
      />
      {/* Outside the selection bar, so that the dialog stays open when the selection becomes empty. */}
      {requestedBulk && <LazyBulkDialog {...requestedBulk} onClose={() => setRequestedBulk(null)} />}
      {page.openKey !== null && <SourceDrawer page={page} />}
    </Page>
  );
}
