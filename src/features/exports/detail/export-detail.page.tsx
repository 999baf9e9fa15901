import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router-dom";
import { HttpError } from "@/api/errors";
import type { ExportedAsset } from "@/api/exports";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useApi, useMissingScopeMessage } from "@/data/client/api-context";
import { exportQueries, findCachedExport } from "@/data/exports/exports";
import { useProjectError } from "@/data/projects/project-error";
import { useExportActions } from "@/features/exports/actions/use-export-actions";
import { useExportPolling } from "@/features/exports/actions/use-export-polling";
import { formatExportListFilters, useLastExportList } from "@/features/exports/model/export-filters";
import { repeatRefusal } from "@/features/exports/model/export-request-bodies";
import { EXPORT_WRITE_SCOPE, exportName, missingFileReason } from "@/features/exports/model/export-rules";
import { ExportRequestList } from "@/features/exports/requests/export-request-list";
import { useExportRequestToasts } from "@/features/exports/requests/use-export-request-toasts";
import { DEFAULT_LIST_SEARCH_PARAMS, parseRecordId } from "@/lib/search/list-search-params";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { RefreshErrorNotice } from "@/ui/collection-table/collection-notices";
import { ProjectError } from "@/ui/feedback/project-error";
import { ErrorState, Notice, SkeletonLines } from "@/ui/feedback/states";
import { useNow } from "@/ui/hooks/use-now";
import { Page } from "@/ui/page/page";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { DownloadIcon, EditIcon, RefreshIcon } from "@/ui/theme/icons";
import { ExportFacts } from "./export-facts";

export function ExportDetailPage() {
  const api = useApi();
  const id = parseRecordId(useParams().id);
  const now = useNow();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...exportQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // The list's copy is shown while the record loads.
    placeholderData: () => findCachedExport(queryClient, api, id ?? 0),
  });
  // The cached record stays visible after the export is deleted.
  const record = query.data ?? (id === null ? undefined : findCachedExport(queryClient, api, id));
  const failure = useProjectError(query.error);
  const isDeleted =
    query.error instanceof HttpError && query.error.status === 404 && failure?.otherProjects === null;
  const listUrl = `${paths.exports(api.projectId)}${formatExportListFilters(useLastExportList() ?? DEFAULT_LIST_SEARCH_PARAMS)}`;
  const tabTitle = useExportPolling();
  useExportRequestToasts();

  const { names } = useSourceNames();
  const loadedRecords = useMemo(() => (record === undefined ? [] : [record]), [record]);
  useLoadSourceNames(loadedRecords);
  const title = record ? exportName(record, names).text : id === null ? "Not found" : `Export ${id}`;
  const handleRetry = () => void query.refetch();

  return (
    <Page
      title={title}
      documentTitle={tabTitle === null ? title : `(${tabTitle}) ${title}`}
      breadcrumbs={[{ label: "Exports", to: listUrl }]}
      actions={record && <ExportActions record={record} now={now} isDeleted={isDeleted} />}
    >
      <ExportRequestList />
      {id === null && <ExportNotFound listUrl={listUrl} />}
      {failure && !record && (
        <ProjectError
          error={isNotFound(query.error) ? { ...failure, problem: MISSING_PROBLEM } : failure}
          onRetry={handleRetry}
          linkTo={paths.exports}
          actions={<BackToExportList listUrl={listUrl} />}
        />
      )}
      {failure &&
        record &&
        (isDeleted ? (
          <DeletedNotice />
        ) : (
          <RefreshErrorNotice problem={failure.problem} onRetry={handleRetry} />
        ))}
      {id !== null && query.isPending && !record && <SkeletonLines count={8} />}
      {record && (
        <ExportFacts record={record} now={now} isRefetching={query.isFetching} isDeleted={isDeleted} />
      )}
    </Page>
  );
}

function isNotFound(error: Error | null): boolean {
  return error instanceof HttpError && error.status === 404 && error.detail === "Not found.";
}

const MISSING_PROBLEM: Problem = {
  title: "Export not found",
  detail:
    "It was deleted, has expired, or belongs to someone else. The server returns only exports created by the API key's owner.",
  canRetry: false,
};

function DeletedNotice() {
  return (
    <Notice tone="warning" title="This export no longer exists">
      It was deleted or has expired. You're seeing the last loaded version.
    </Notice>
  );
}

function BackToExportList({ listUrl }: { readonly listUrl: string }) {
  return (
    <LinkButton variant="default" to={listUrl}>
      All exports
    </LinkButton>
  );
}

function ExportNotFound({ listUrl }: { readonly listUrl: string }) {
  return (
    <ErrorState
      problem={{
        title: "Export not found",
        detail: "The ID in the URL is invalid.",
        canRetry: false,
      }}
      actions={<BackToExportList listUrl={listUrl} />}
    />
  );
}

interface ExportActionsProps {
  readonly record: ExportedAsset;
  readonly now: Date;
  readonly isDeleted: boolean;
}

function ExportActions({ record, now, isDeleted }: ExportActionsProps) {
  const { projectId } = useApi();
  const { runAgain, download } = useExportActions();
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE) ?? repeatRefusal(record);
  const unavailableReason = isDeleted ? "This export no longer exists." : missingFileReason(record, now);
  return (
    <>
      <ButtonWithDisabledReason
        leftSection={<DownloadIcon />}
        variant={unavailableReason === undefined ? "filled" : "default"}
        disabledReason={unavailableReason}
        onClick={() => download([record])}
      >
        Download
      </ButtonWithDisabledReason>
      <ButtonWithDisabledReason
        leftSection={<RefreshIcon />}
        variant="default"
        disabledReason={refusal}
        onClick={() => runAgain([record])}
      >
        Run again
      </ButtonWithDisabledReason>
      <LinkButton
        leftSection={<EditIcon />}
        variant="default"
        to={paths.newExport(projectId, { from: record.id })}
        disabledReason={refusal}
      >
        Export in another format…
      </LinkButton>
    </>
  );
}
