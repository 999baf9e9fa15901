import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useApi } from "@/data/api-context";
import { useCollection } from "@/data/collections";
import { exportCollection } from "@/data/exports";
import { useProjectFailure } from "@/data/project-failure";
import { useScopeRefusal } from "@/data/signals";
import { readListAddress } from "@/lib/list-address";
import { paths } from "@/lib/paths";
import { PlusIcon } from "@/ui/icons";
import { LinkButton } from "@/ui/link-button";
import { Page } from "@/ui/page";
import { writeListFilters } from "./export-filters";
import { WRITE_SCOPE } from "./export-rules";
import { ExportTable } from "./export-table";
import { useKeepListPlace } from "./list-place";
import { MakingList } from "./making-list";
import { useExportFollow } from "./use-export-follow";
import { useMakingNews } from "./use-making-news";

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
