import { Button, Group, Skeleton } from "@mantine/core";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useProjectError } from "@/data/projects/project-error";
import { sessionScope } from "@/data/sessions/sessions";
import { paths } from "@/lib/url/paths";
import {
  AllRecordsInvalid,
  InvalidRecordsNotice,
  RefreshErrorNotice,
} from "@/ui/collection-table/collection-notices";
import { EmptyState, SkeletonLines } from "@/ui/feedback/states";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { Page } from "@/ui/page/page";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { Explorer } from "./explorer";
import classes from "./explorer.module.css";
import { LookupError } from "./lookup-error";
import { propertyLabel } from "./property-labels";
import {
  formatSessionSearchParams,
  parseSessionSearchParams,
  type SessionSearchParams,
} from "./session-search-params";
import { useProperties } from "./use-properties";

export function SessionExplorerPage() {
  const api = useApi();
  const { search: currentSearch } = useLocation();
  const address = useMemo(
    () => parseSessionSearchParams(new URLSearchParams(currentSearch)),
    [currentSearch],
  );
  const editAddress = useEditSearchParams(paths.sessions(api.projectId));
  const updateParams = (changes: Partial<SessionSearchParams>) =>
    editAddress((params) => {
      const currentParams = parseSessionSearchParams(params);
      // Drops a debounced search for values if another property has been selected in the meantime.
      const isOtherProperty = changes.value !== undefined && currentParams.property !== address.property;
      return isOtherProperty ? null : formatSessionSearchParams({ ...currentParams, ...changes });
    });
  const [search, setSearch] = useQueryDraft(address.search, (text) => updateParams({ search: text }));
  const { query, properties, found, missingCount, searchError } = useProperties(search);
  const failure = useProjectError(query.error);
  const { data } = query;
  const retry = () => void query.refetch();

  return (
    <Page
      title="Sessions"
      documentTitle={address.property === null ? "Sessions" : `${propertyLabel(address.property)} · Sessions`}
      description="Look up session properties, with their descriptions and values."
      actions={data === undefined ? undefined : <RefreshButton />}
    >
      {failure !== null && data === undefined && (
        <LookupError failure={failure} error={query.error} onRetry={retry} />
      )}
      {failure !== null && data !== undefined && (
        <RefreshErrorNotice problem={failure.problem} onRetry={retry} />
      )}
      {query.isPending && <ExplorerSkeleton hasProperty={address.property !== null} />}
      {data !== undefined && (
        <>
          <InvalidRecordsNotice broken={data.broken} singular="property" plural="properties" />
          {properties.length > 0 || missingCount > 0 ? (
            <Explorer
              address={{ ...address, search }}
              properties={properties}
              matchingProperties={found}
              missingCount={missingCount}
              searchError={searchError}
              onSearch={setSearch}
              onValueSearch={(value) => updateParams({ value })}
            />
          ) : data.broken.length > 0 ? (
            <AllRecordsInvalid pluralNoun="properties" />
          ) : (
            <EmptyState
              title="No session properties"
              detail="Properties appear once the server has recorded sessions."
            />
          )}
        </>
      )}
    </Page>
  );
}

function RefreshButton() {
  const queryClient = useQueryClient();
  const queryKey = sessionScope(useApi());
  const isBusy = useIsFetching({ queryKey }) > 0;
  return (
    <>
      <ProgressLine isActive={isBusy} label="Loading" />
      <Button
        variant="default"
        leftSection={<RefreshIcon />}
        onClick={() => void queryClient.invalidateQueries({ queryKey })}
      >
        Refresh
      </Button>
    </>
  );
}

/** Number of placeholder lines. Current servers return this many properties. */
const PROPERTY_COUNT = 22;
const LINE_WIDTHS = ["46%", "58%", "40%", "64%"];

/** Shows a placeholder of the explorer's size, to avoid a layout shift. */
function ExplorerSkeleton({ hasProperty }: { readonly hasProperty: boolean }) {
  return (
    <div className={classes.explorer} data-chosen={hasProperty || undefined} aria-busy="true">
      <div className={`${shared.card} ${classes.side}`} aria-hidden="true">
        <div className={classes.searchSkeleton} />
        {Array.from({ length: PROPERTY_COUNT }, (_, index) => (
          <Group key={index} h="max(44px, var(--ui-target))" px={14}>
            <Skeleton width={LINE_WIDTHS[index % LINE_WIDTHS.length] ?? "50%"} />
          </Group>
        ))}
      </div>
      <div className={classes.main}>
        <SkeletonLines count={5} />
      </div>
    </div>
  );
}
