import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { useCollection } from "@/data/collection/use-collection";
import { exportCollection } from "@/data/exports/exports";
import { useProjectFailure } from "@/data/projects/project-error";
import { useExportFollow } from "@/features/exports/actions/use-export-polling";
import { writeListFilters } from "@/features/exports/model/export-filters";
import { useKeepListPlace } from "@/features/exports/model/export-list-url";
import { WRITE_SCOPE } from "@/features/exports/model/export-rules";
import { MakingList } from "@/features/exports/requests/export-request-list";
import { useMakingNews } from "@/features/exports/requests/use-export-request-toasts";
import { readListAddress } from "@/lib/search/list-search-params";
import { paths } from "@/lib/url/paths";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon } from "@/ui/theme/icons";
import { ExportTable } from "./export-table";

/** The caller's own exports of a project. */
export function ExportListPage() {
  const api = useApi();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const filters = useMemo(() => readListAddress(new URLSearchParams(search)), [search]);
  const refusal = useScopeRefusal(WRITE_SCOPE);
  useKeepListPlace(filters, pathname === paths.exports(api.projectId));
  const collection = exportCollection(queries, api);
  const state = useCollection(collection);
  const failure = useProjectFailure(state.error);
  const isClosed = state.records.length === 0 && failure !== null && failure.others !== null;
  const news = useExportFollow();
  useMakingNews();

  return (
    <Page
      title="Exports"
      documentTitle={news === null ? "Exports" : `(${news}) Exports`}
      description="Dashboards and insights as files. Servers show you your own exports, until they expire."
      actions={
        isClosed ? undefined : (
          <LinkButton
            // The form over this very page of the list: it stays behind the drawer.
            to={`${paths.newExport(api.projectId)}${writeListFilters(filters)}`}
            leftSection={<PlusIcon />}
            disabledReason={refusal}
          >
            New export
          </LinkButton>
        )
      }
    >
      <MakingList />
      <ExportTable filters={filters} collection={collection} state={state} failure={failure} />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Page>
  );
}
