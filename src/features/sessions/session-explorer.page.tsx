import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useIsFetching, useQuery } from "@tanstack/react-query";
import type { KeyboardEvent, Ref } from "react";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { describeError } from "@/api/describe-error";
import { projectKey, useApi } from "@/data/backend/backend";
import { useProjectError } from "@/data/projects/projects";
import { sessionQueries } from "@/data/sessions/sessions";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { buildSearch } from "@/lib/url/url-state";
import {
  AllRecordsInvalid,
  InvalidRecordsNotice,
  RefreshErrorNotice,
} from "@/ui/collection-table/collection-frame";
import { EmptyState, Notice, SkeletonLines } from "@/ui/feedback/states";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { Page } from "@/ui/page/page";
import { ProgressLine } from "@/ui/primitives/status";
import { SearchField, useQueryDraft } from "@/ui/query-field/search-field";
import { RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./explorer.module.css";
import type { ListedProperty } from "./property-labels";
import { propertyLabel, propertyTypeLabel, TypeIcon } from "./property-labels";
import propertyListStyles from "./property-list.module.css";
import { LookupError, PropertyPanel } from "./property-panel";
import { countMissing, type SessionProperties, usePropertySearch } from "./use-properties";

export function SessionExplorerPage() {
  const api = useApi();
  const { property } = parseSessionSearchParams(new URLSearchParams(useLocation().search));
  const query = useQuery(sessionQueries.properties(api));
  const failure = useProjectError(query.error);
  const { data } = query;
  const retry = () => void query.refetch();

  return (
    <Page
      title="Sessions"
      documentTitle={property === null ? "Sessions" : `${propertyLabel(property)} · Sessions`}
      description="Look up session properties, with their descriptions and values."
      actions={data === undefined ? undefined : <RefreshButton />}
    >
      {failure !== null && data === undefined && (
        <LookupError failure={failure} error={query.error} onRetry={retry} />
      )}
      {failure !== null && data !== undefined && (
        <RefreshErrorNotice problem={failure.problem} onRetry={retry} />
      )}
      {query.isPending && <ExplorerSkeleton hasProperty={property !== null} />}
      {data !== undefined && (
        <>
          <InvalidRecordsNotice broken={data.broken} singular="property" plural="properties" />
          {data.results.length > 0 || countMissing(data) > 0 ? (
            <Explorer data={data} />
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
  const api = useApi();
  const queryKey = projectKey(api, "sessions");
  const isBusy = useIsFetching({ queryKey }) > 0;
  return (
    <>
      <ProgressLine isActive={isBusy} label="Loading" />
      <Button
        leftSection={<RefreshIcon />}
        onClick={() => void api.queryClient.invalidateQueries({ queryKey })}
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

/** Must match the breakpoint in explorer.module.css. */
const SIDE_BY_SIDE_QUERY = "(min-width: 901px)";

function Explorer({ data }: { readonly data: SessionProperties }) {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const address = parseSessionSearchParams(new URLSearchParams(useLocation().search));
  const editAddress = useEditSearchParams(paths.sessions(projectId));
  const updateParams = (changes: Partial<SessionSearchParams>) =>
    editAddress((params) => {
      const currentParams = parseSessionSearchParams(params);
      // Drops a debounced search for values if another property has been selected in the meantime.
      const isOtherProperty = changes.value !== undefined && currentParams.property !== address.property;
      return isOtherProperty ? null : formatSessionSearchParams({ ...currentParams, ...changes });
    });
  const [search, setSearch] = useQueryDraft(address.search, (text) => updateParams({ search: text }));
  const { properties, matchingProperties, missingCount, searchError } = usePropertySearch(data, search);
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { property: name } = address;
  const linkTo = (target: Partial<SessionSearchParams>) =>
    paths.sessions(projectId) +
    formatSessionSearchParams({ property: null, value: "", search: "", ...target });
  const isSideBySide = useMediaQuery(SIDE_BY_SIDE_QUERY, false, { getInitialValueInEffect: false });
  const [matchingCount, loadedCount] = [matchingProperties.length, properties.length];
  const loadedMessage =
    missingCount === 0
      ? pluralize(loadedCount, "property", "properties")
      : `${formatCount(loadedCount)} of ${formatCount(loadedCount + missingCount)} properties. Search by name to find others.`;
  // Some properties may not be loaded, so the number of loaded properties isn't the total.
  const matchMessage =
    missingCount === 0
      ? `${formatCount(matchingCount)} of ${formatCount(loadedCount)} match`
      : pluralize(matchingCount, "match", "matches");
  useFocusOnSelection(name, list, heading, isSideBySide);
  const openFirst = useEffectEvent(() => {
    const [first] = matchingProperties;
    if (first) void navigate(linkTo({ property: first.name, search }), { replace: true });
  });
  const isPanelEmpty = isSideBySide && name === null && matchingProperties.length > 0;
  // Depends only on `isPanelEmpty`, so that typing in the search doesn't change the selection.
  useLayoutEffect(() => {
    if (isPanelEmpty) openFirst();
  }, [isPanelEmpty]);

  function handleSearchKeyDown(event: KeyboardEvent) {
    const [first] = matchingProperties;
    if (event.key === "ArrowDown") {
      event.preventDefault();
      list.current?.querySelector<HTMLElement>("a")?.focus();
    }
    if (event.key === "Enter" && search.trim() !== "" && first)
      void navigate(linkTo({ property: first.name, search }));
  }

  return (
    <div className={classes.explorer} data-chosen={name !== null || undefined}>
      <section className={`${shared.card} ${classes.side}`} aria-label="All properties">
        <div className={classes.search}>
          <SearchField
            isPageSearch
            label="Search properties"
            placeholder="Name, description, or type"
            value={search}
            onChange={setSearch}
            onKeyDown={handleSearchKeyDown}
          />
          <Text className={shared.numeric} p="5px 4px 6px" lh="17px" c="dimmed" fz="xs" aria-live="polite">
            {search.trim() === "" ? loadedMessage : matchMessage}
          </Text>
        </div>
        {searchError !== null && (
          <Notice tone="warning" title="Couldn't search the server for more properties">
            {describeError(searchError).title}.
          </Notice>
        )}
        {matchingProperties.length > 0 ? (
          <PropertyList
            ref={list}
            properties={matchingProperties}
            selectedName={name}
            linkTo={(property) => linkTo({ property, search })}
          />
        ) : (
          <EmptyState
            title="No matching properties"
            detail="The search covers names, descriptions, and types. Try fewer words."
            action={<Button onClick={() => setSearch("")}>Clear search</Button>}
          />
        )}
      </section>
      <div className={classes.main}>
        {name !== null && (
          <PropertyPanel
            key={name}
            name={name}
            property={properties.find((property) => property.name === name) ?? null}
            isListed={missingCount === 0}
            valueSearch={address.value}
            onValueSearch={(value) => updateParams({ value })}
            linkTo={(value) => linkTo({ property: name, value })}
            backTo={linkTo({ search })}
            heading={heading}
          />
        )}
      </div>
    </div>
  );
}

/** Moves focus on narrow screens when a selection or Back replaces the visible part. */
function useFocusOnSelection(
  name: string | null,
  list: { readonly current: HTMLUListElement | null },
  heading: { readonly current: HTMLHeadingElement | null },
  isSideBySide: boolean,
): void {
  const before = useRef(name);
  useLayoutEffect(() => {
    const previousName = before.current;
    before.current = name;
    if (previousName === name || isSideBySide) return;
    if (name !== null) heading.current?.focus();
    else
      list.current
        ?.querySelector<HTMLElement>(`[data-property="${CSS.escape(previousName ?? "")}"]`)
        ?.focus();
  }, [name, list, heading, isSideBySide]);
}

interface PropertyListProps {
  readonly properties: readonly ListedProperty[];
  readonly selectedName: string | null;
  readonly linkTo: (name: string) => string;
  readonly ref?: Ref<HTMLUListElement>;
}

/** Lists links with a roving tabindex. Tab reaches one link, arrow keys move focus, and Enter opens the link. */
function PropertyList({ properties, selectedName, linkTo, ref }: PropertyListProps) {
  // The link that was focused last is the tab stop.
  const [lastFocused, setLastFocused] = useState<string | null>(null);
  const indexOfProperty = (searchedName: string | null) =>
    properties.findIndex(({ name }) => name === searchedName);
  const tabStopIndex = Math.max(
    indexOfProperty(lastFocused) < 0 ? indexOfProperty(selectedName) : indexOfProperty(lastFocused),
    0,
  );

  function handleKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
    const from = links.findIndex((link) => link === document.activeElement);
    const [next, previous] = [Math.min(from + 1, links.length - 1), Math.max(from - 1, 0)];
    const targets: Partial<Record<string, number>> = {
      ArrowDown: next,
      j: next,
      ArrowUp: previous,
      k: previous,
      Home: 0,
      End: links.length - 1,
    };
    const index = targets[event.key];
    if (from < 0 || index === undefined) return;
    event.preventDefault();
    links[index]?.focus();
  }

  return (
    <ul ref={ref} className={propertyListStyles.list} aria-label="Properties" onKeyDown={handleKeyDown}>
      {properties.map((property, index) => (
        <li key={property.name}>
          <Link
            to={linkTo(property.name)}
            className={propertyListStyles.link ?? ""}
            data-property={property.name}
            aria-current={property.name === selectedName ? "true" : undefined}
            tabIndex={index === tabStopIndex ? 0 : -1}
            onFocus={() => setLastFocused(property.name)}
          >
            <span className={propertyListStyles.icon}>
              <TypeIcon property={property} />
            </span>
            <Stack component="span" gap={0} miw={0}>
              <span className={propertyListStyles.label}>{propertyLabel(property.name)}</span>{" "}
              {propertyLabel(property.name) !== property.name && (
                <span className={propertyListStyles.name}>{property.name}</span>
              )}
            </Stack>
            <VisuallyHidden>{`, ${propertyTypeLabel(property)}`}</VisuallyHidden>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface SessionSearchParams {
  readonly search: string;
  readonly property: string | null;
  /** Search text for the values of the selected property. */
  readonly value: string;
}

/** Parses the URL's parameters. Ignores unknown ones. */
export function parseSessionSearchParams(params: URLSearchParams): SessionSearchParams {
  const property = params.get("property") || null;
  return {
    search: params.get("search") ?? "",
    property,
    value: property === null ? "" : (params.get("value") ?? ""),
  };
}

export function formatSessionSearchParams({ search, property, value }: SessionSearchParams): string {
  return buildSearch({ property, value: property === null ? "" : value, search });
}
