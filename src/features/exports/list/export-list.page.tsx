import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useApi, useMissingScopeMessage } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { exportCollection } from "@/data/exports/exports";
import { useProjectError } from "@/data/projects/project-error";
import { useExportPolling } from "@/features/exports/actions/use-export-polling";
import { formatExportListFilters, useRememberExportList } from "@/features/exports/model/export-filters";
import { EXPORT_WRITE_SCOPE } from "@/features/exports/model/export-rules";
import { ExportRequestList } from "@/features/exports/requests/export-request-list";
import { useExportRequestToasts } from "@/features/exports/requests/use-export-request-toasts";
import { parseListSearchParams } from "@/lib/search/list-search-params";
import { paths } from "@/lib/url/paths";
import { HelpLink } from "@/ui/page/help-link";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon } from "@/ui/theme/icons";
import { ExportTable } from "./export-table";

/** Lists the exports of the API key's owner, because servers return no others. */
export function ExportListPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  const filters = useMemo(() => parseListSearchParams(new URLSearchParams(search)), [search]);
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE);
  useRememberExportList(filters, pathname === paths.exports(api.projectId));
  const collection = exportCollection(queryClient, api);
  const state = useCollection(collection);
  const failure = useProjectError(state.error);
  const isClosed = state.records.length === 0 && failure !== null && failure.otherProjects !== null;
  const tabTitle = useExportPolling();
  useExportRequestToasts();

  return (
    <Page
      title="Exports"
      documentTitle={tabTitle === null ? "Exports" : `(${tabTitle}) Exports`}
      help={<HelpLink page="exports" topic="exports" />}
      actions={
        isClosed ? undefined : (
          <LinkButton
            // The URL includes the list's filters, because the list stays visible behind the drawer.
            to={`${paths.newExport(api.projectId)}${formatExportListFilters(filters)}`}
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
      <ExportTable filters={filters} collection={collection} state={state} failure={failure} />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Page>
  );
}
