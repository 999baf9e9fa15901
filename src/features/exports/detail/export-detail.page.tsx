import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { exportQueries, findLoadedExport } from "@/data/exports/exports";
import { useProjectFailure } from "@/data/projects/project-error";
import { ExportActions } from "@/features/exports/actions/export-actions";
import { useExportFollow } from "@/features/exports/actions/use-export-polling";
import { writeListFilters } from "@/features/exports/model/export-filters";
import { useListPlace } from "@/features/exports/model/export-list-url";
import { nameOf } from "@/features/exports/model/export-rules";
import { MakingList } from "@/features/exports/requests/export-request-list";
import { useMakingNews } from "@/features/exports/requests/use-export-request-toasts";
import { HttpError } from "@/http/errors";
import { PLAIN_ADDRESS } from "@/lib/search/list-search-params";
import { readId } from "@/lib/search/record-id";
import { paths } from "@/lib/url/paths";
import { RefreshFailed } from "@/ui/collection-table/collection-notices";
import { ProjectFailed } from "@/ui/feedback/project-error";
import { ErrorState, Notice, SkeletonLines } from "@/ui/feedback/states";
import { useNow } from "@/ui/hooks/use-now";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { ExportFacts } from "./export-facts";

/** Everything about one export. */
export function ExportDetailPage() {
  const api = useApi();
  const id = readId(useParams().id);
  const now = useNow();
  const queries = useQueryClient();
  const query = useQuery({
    ...exportQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // What the list already served stands at once, and is confirmed behind.
    placeholderData: () => findLoadedExport(queries, api, id ?? 0),
  });
  // A record that is gone is still what it was when it was loaded.
  const record = query.data ?? (id === null ? undefined : findLoadedExport(queries, api, id));
  const failure = useProjectFailure(query.error);
  const isGone = query.error instanceof HttpError && query.error.status === 404 && failure?.others === null;
  const list = `${paths.exports(api.projectId)}${writeListFilters(useListPlace() ?? PLAIN_ADDRESS)}`;
  const news = useExportFollow();
  useMakingNews();

  const title = record ? nameOf(record).text : id === null ? "Not found" : `Export ${id}`;
  const retry = () => void query.refetch();

  return (
    <Page
      title={title}
      documentTitle={news === null ? title : `(${news}) ${title}`}
      breadcrumbs={[{ label: "Exports", to: list }]}
      actions={record && <ExportActions record={record} now={now} isGone={isGone} />}
    >
      <MakingList />
      {id === null && <NoSuchExport list={list} />}
      {failure && !record && (
        <ProjectFailed
          failure={failure}
          onRetry={retry}
          linkTo={paths.exports}
          actions={<BackToList list={list} />}
        />
      )}
      {failure && record && (isGone ? <Gone /> : <RefreshFailed problem={failure.problem} onRetry={retry} />)}
      {id !== null && query.isPending && !record && <SkeletonLines n={8} />}
      {record && <ExportFacts record={record} now={now} isRefetching={query.isFetching} isGone={isGone} />}
    </Page>
  );
}

function Gone() {
  return (
    <Notice tone="warning" title="The server does not have this export any more">
      Exports vanish with their files when they expire. What is shown is what was loaded before.
    </Notice>
  );
}

function BackToList({ list }: { readonly list: string }) {
  return (
    <LinkButton variant="default" to={list}>
      All exports
    </LinkButton>
  );
}

function NoSuchExport({ list }: { readonly list: string }) {
  return (
    <ErrorState
      problem={{
        title: "There is no such export",
        detail: "Its number in the address is not one.",
        canRetry: false,
      }}
      actions={<BackToList list={list} />}
    />
  );
}
