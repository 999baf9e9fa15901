import { Button } from "@mantine/core";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useProjectFailure } from "@/data/projects/project-error";
import { sessionScope } from "@/data/sessions/sessions";
import { paths } from "@/lib/url/paths";
import { BrokenRecords, RefreshFailed } from "@/ui/collection-table/collection-notices";
import { NoneReadable } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { Page } from "@/ui/page/page";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { RefreshIcon } from "@/ui/theme/icons";
import { Explorer } from "./explorer";
import { ExplorerSkeleton } from "./explorer-skeleton";
import { LookupFailed } from "./lookup-error";
import { labelOf } from "./property-labels";
import { readSessionAddress, type SessionAddress, writeSessionAddress } from "./session-search-params";
import { useProperties } from "./use-properties";

/** What sessions are described by on this server, and the values that occur. */
export function SessionExplorerPage() {
  const api = useApi();
  const { search: shown } = useLocation();
  const address = useMemo(() => readSessionAddress(new URLSearchParams(shown)), [shown]);
  const editAddress = useAddressEdit(paths.sessions(api.projectId));
  const change = (part: Partial<SessionAddress>) =>
    editAddress((params) => {
      const said = readSessionAddress(params);
      // Another property has values of its own, and may be on its way.
      const isOther = part.value !== undefined && said.property !== address.property;
      return isOther ? null : writeSessionAddress({ ...said, ...part });
    });
  const [search, setSearch] = useQueryDraft(address.search, (text) => change({ search: text }));
  const { query, properties, found, missing, searchError } = useProperties(search);
  const failure = useProjectFailure(query.error);
  const { data } = query;
  const retry = () => void query.refetch();

  return (
    <Page
      title="Sessions"
      documentTitle={address.property === null ? "Sessions" : `${labelOf(address.property)} · Sessions`}
      description="What sessions are described by, what each property means, and which values it has taken."
      actions={data === undefined ? undefined : <Refresh />}
    >
      {failure !== null && data === undefined && (
        <LookupFailed failure={failure} error={query.error} onRetry={retry} />
      )}
      {failure !== null && data !== undefined && <RefreshFailed problem={failure.problem} onRetry={retry} />}
      {query.isPending && <ExplorerSkeleton hasProperty={address.property !== null} />}
      {data !== undefined && (
        <>
          <BrokenRecords broken={data.broken} one="property" other="properties" />
          {properties.length > 0 || missing > 0 ? (
            <Explorer
              address={{ ...address, search }}
              properties={properties}
              found={found}
              missing={missing}
              searchError={searchError}
              onSearch={setSearch}
              onPart={(value) => change({ value })}
            />
          ) : data.broken.length > 0 ? (
            <NoneReadable other="properties" />
          ) : (
            <EmptyState
              title="This server describes no session properties"
              detail="They appear by themselves once the server has recorded sessions: where they begin and end, how long they take, which campaign they come from."
            />
          )}
        </>
      )}
    </Page>
  );
}

/** Asks for the properties and the values that are shown once more. */
function Refresh() {
  const queries = useQueryClient();
  const queryKey = sessionScope(useApi());
  const isBusy = useIsFetching({ queryKey }) > 0;
  return (
    <>
      <ProgressLine active={isBusy} label="Asking the server" />
      <Button
        variant="default"
        leftSection={<RefreshIcon />}
        onClick={() => void queries.invalidateQueries({ queryKey })}
      >
        Refresh
      </Button>
    </>
  );
}
