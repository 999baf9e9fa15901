import { Suspense, useMemo, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import type { ExportedAsset } from "@/api/exports";
import { getRawFields } from "@/api/parsers";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useSavedViews } from "@/data/browser-storage/project-settings";
import { sourceFilter, sourceNameOf } from "@/data/catalog/source-labels";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useCollection } from "@/data/collection/use-collection";
import { exportCollection } from "@/data/exports/exports";
import { useProjectError } from "@/data/projects/projects";
import {
  useExportActions,
  useExportPolling,
  useExportRowActions,
} from "@/features/exports/actions/use-export-actions";
import { repeatRefusal } from "@/features/exports/model/export-request-bodies";
import {
  describeExportState,
  EXPORT_NOUN,
  EXPORT_WRITE_SCOPE,
  exportId,
  exportName,
  exportSearch,
  exportSourceLabel,
  formatExportState,
  getExportDisplayState,
  hasFile,
  useRememberExportList,
} from "@/features/exports/model/export-rules";
import { ExportStatus } from "@/features/exports/model/export-status";
import {
  ExportRequestList,
  useExportRequestToasts,
} from "@/features/exports/requests/export-request-progress";
import { getFormatNames } from "@/lib/file/export-formats";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { pluralize } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { formatListSearch, type ListSearchParams, parseListSearchParams } from "@/lib/url/url-state";
import { ViewLinks } from "@/ui/collection-table/collection-frame";
import type { CollectionSearchResult, MatchCounts } from "@/ui/collection-table/collection-search";
import { findActiveTab, useMatchCounts } from "@/ui/collection-table/collection-search";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { BulkActionButtons } from "@/ui/collection-table/selection-bar";
import { type Column, timeColumn } from "@/ui/data-table/data-table-types";
import { EmptyState } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { useFilterParams } from "@/ui/hooks/use-edit-search-params";
import { HelpLink, Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { DownloadIcon, ListIcon, PlusIcon, RefreshIcon } from "@/ui/theme/icons";

/** Lists the exports of the API key's owner, because servers return no others. */
export function ExportListPage() {
  const api = useApi();
  const { projectId } = api;
  const now = useNow();
  const path = paths.exports(projectId);
  const { filters, updateFilters } = useFilterParams(path, parseListSearchParams, formatListSearch);
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE);
  useRememberExportList(filters, useLocation().pathname === path);
  const collection = exportCollection(api);
  const state = useCollection(collection);
  const { records } = state;
  const failure = useProjectError(state.error);
  const isClosed = records.length === 0 && failure !== null && failure.otherProjects !== null;
  const tabTitle = useExportPolling();
  useExportRequestToasts();
  const { names } = useSourceNames();
  useLoadSourceNames(records);
  const columns = useMemo(() => exportColumns(localZone(), now, names), [now, names]);

  return (
    <Page
      title="Exports"
      documentTitle={tabTitle === null ? "Exports" : `(${tabTitle}) Exports`}
      help={<HelpLink page="exports" topic="exports" />}
      actions={
        isClosed ? undefined : (
          <LinkButton
            variant="filled"
            // The URL includes the list's filters, because the list stays visible behind the drawer.
            to={`${paths.newExport(projectId)}${formatListSearch(filters)}`}
            leftSection={<PlusIcon />}
            disabledReason={refusal}
          >
            <span>
              New <span data-object>export</span>
            </span>
          </LinkButton>
        )
      }
    >
      <ExportRequestList />
      <CollectionTable
        {...EXPORT_NOUN}
        label="Exports"
        placeholder="Search or filter: is:pending format:csv expires:today..+7d"
        storageKey="exports"
        collection={collection}
        state={state}
        records={records}
        loadError={failure}
        projectId={projectId}
        linkTo={paths.exports}
        now={now}
        filters={filters}
        onFiltersChange={updateFilters}
        search={exportSearch}
        names={names}
        columns={columns}
        savedViews={useSavedViews(api, "exports")}
        renderViews={(found, query) => (
          <ExportListViews
            filters={filters}
            query={query}
            found={found}
            rows={state.phase === "complete" ? records : null}
          />
        )}
        downloadLabel="Download list"
        rowId={exportId}
        rowLabel={(record) => exportName(record, names).text}
        rowHref={(record) => paths.export(projectId, record.id)}
        rowActions={useExportRowActions(filters)}
        rowTone={(record) => (getExportDisplayState(record, now) === "expired" ? "muted" : undefined)}
        empty={<NoExports />}
        renderActions={(selected, openDownload) => (
          <ExportBulkActions selected={selected} now={now} onDownloadList={openDownload} />
        )}
        getAllFields={getRawFields}
      />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Page>
  );
}

interface ExportListViewsProps {
  readonly filters: ListSearchParams;
  readonly query: string;
  readonly found: CollectionSearchResult<ExportedAsset>;
  /** Null while the exports load. */
  readonly rows: readonly ExportedAsset[] | null;
}

const TABS = [
  { query: "", label: "All" },
  { query: "is:ready", label: "Ready" },
  { query: "is:pending", label: "Generating" },
  { query: "is:failed", label: "Failed" },
  { query: "is:expired", label: "Expired" },
];
const TAB_QUERIES = TABS.map(({ query }) => query);

/** Switches between all exports and those in a state. Shows their counts. */
function ExportListViews({ filters, query, found, rows }: ExportListViewsProps) {
  const { projectId } = useApi();
  const [counts, setCounts] = useState<MatchCounts>({});
  useMatchCounts(TAB_QUERIES, rows, found, setCounts);
  return (
    <ViewLinks
      current={findActiveTab(query, TAB_QUERIES.slice(1))}
      views={TABS.map((tab) => ({
        view: tab.query,
        label: tab.label,
        count: counts[tab.query] ?? null,
        to: `${paths.exports(projectId)}${formatListSearch({ ...filters, query: tab.query })}`,
      }))}
    />
  );
}

function NoExports() {
  const { projectId } = useApi();
  return (
    <EmptyState
      icon={<DownloadIcon size={24} />}
      title="No exports yet"
      detail="Export a dashboard or insight as an image, PDF, or table. Only your own exports appear here."
      action={
        <LinkButton
          variant="filled"
          to={paths.newExport(projectId)}
          leftSection={<PlusIcon />}
          disabledReason={useMissingScopeMessage(EXPORT_WRITE_SCOPE)}
        >
          Create export
        </LinkButton>
      }
    />
  );
}

/**
 * Returns all columns. Times are relative to `now`.
 * @param zone IANA time zone
 */
export function exportColumns(
  zone: string,
  now: Date,
  names: ReferenceNames,
): readonly Column<ExportedAsset>[] {
  const columns: readonly Column<ExportedAsset>[] = [
    {
      id: "file",
      header: "File name",
      value: (record) => exportName(record, names).text,
      tone: (record) => (exportName(record, names).isGenerated ? "generated" : undefined),
      fullText: (record) => {
        const { text, isGenerated } = exportName(record, names);
        return isGenerated ? `${text}\nNo file name` : null;
      },
    },
    {
      id: "format",
      header: "Format",
      width: "136px",
      wideOnly: true,
      value: (record) => getFormatNames(record.export_format).label,
    },
    {
      id: "source",
      header: "Source",
      width: "18cqw",
      narrow: "detail",
      value: (record) => exportSourceLabel(record, names),
      cell: (record) => sourceNameOf(record, names) || exportSourceLabel(record, names),
      fullText: (record) => exportSourceLabel(record, names),
      filter: sourceFilter,
    },
    {
      id: "state",
      header: "State",
      width: "132px",
      narrow: "end",
      value: (record) => {
        const { label, detail, state } = describeExportState(record, now);
        return state === "failed" && detail !== null ? `${label}: ${detail}` : label;
      },
      cell: (record) => <ExportStatus reading={{ ...describeExportState(record, now), detail: null }} />,
      fullText: (record) => formatExportState(describeExportState(record, now)),
      filter: (record) => {
        const value = getExportDisplayState(record, now);
        return { field: "is", value, label: value === "pending" ? "generating" : value };
      },
    },
    { ...timeColumn((record) => record.created_at, zone, now), id: "created", header: "Created" },
    {
      ...timeColumn((record) => record.expires_after, zone, now),
      id: "expires",
      header: "Expires",
      wideOnly: true,
    },
    { id: "id", header: "ID", isOptional: true, width: "90px", align: "end", value: ({ id }) => id },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}

interface ExportBulkActionsProps {
  readonly selected: readonly ExportedAsset[];
  readonly now: Date;
  /** Opens the dialog that saves the list as a file. */
  readonly onDownloadList: () => void;
}

/** Shows the actions for the selected exports as buttons, or as a menu in narrow windows. */
function ExportBulkActions({ selected, now, onDownloadList }: ExportBulkActionsProps) {
  const { runAgain: requestAgain, download } = useExportActions();
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE);
  const downloadable = selected.filter((record) => hasFile(record, now));
  const repeatable = selected.filter((record) => repeatRefusal(record) === undefined);
  return (
    <BulkActionButtons
      actions={[
        {
          id: "files",
          label: downloadFilesLabel(downloadable.length),
          icon: <DownloadIcon />,
          disabledReason: downloadable.length === 0 ? "None of the selected exports has a file." : undefined,
          onSelect: () => download(downloadable),
        },
        {
          id: "again",
          label:
            repeatable.length === 0
              ? "Run again"
              : `Run ${pluralize(repeatable.length, "export", "exports")} again`,
          icon: <RefreshIcon />,
          disabledReason:
            refusal ??
            (repeatable.length === 0 ? "None of the selected exports has a known source." : undefined),
          onSelect: () => requestAgain(selected),
        },
        { id: "list", label: "Download list…", icon: <ListIcon />, onSelect: onDownloadList },
      ]}
    />
  );
}

function downloadFilesLabel(count: number): string {
  if (count === 0) return "Download files";
  return `Download ${pluralize(count, "file", "files as a ZIP")}`;
}
