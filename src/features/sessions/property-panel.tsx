import { Box, Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import { Link } from "react-router-dom";
import { HttpError } from "@/api/errors";
import { getRaw } from "@/api/parsers";
import { useApi } from "@/data/backend/backend";
import { retryRefusedEndpoints, useCanOtherPrefixHelp } from "@/data/backend/optional-endpoint";
import { useProjectError } from "@/data/projects/projects";
import { MAX_SESSION_VALUES, sessionQueries } from "@/data/sessions/sessions";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { InvalidRecordsNotice, RefreshErrorNotice } from "@/ui/collection-table/collection-frame";
import { CopyButton, RawJson, useCopyLink } from "@/ui/feedback/copy-button";
import { type DisplayError, EmptyState, Notice, ProjectError, SkeletonLines } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { KeyValueList } from "@/ui/primitives/section";
import { SearchField, useQueryDraft } from "@/ui/query-field/search-field";
import { ChevronLeftIcon } from "@/ui/theme/icons-lazy";
import shared from "@/ui/theme/shared.module.css";
import {
  getKnownType,
  type ListedProperty,
  propertyDescription,
  propertyLabel,
  propertyTypeLabel,
  propertyValueLabel,
  TypeIcon,
} from "./property-labels";
import classes from "./property-panel.module.css";
import { useDebouncedSearch } from "./use-properties";

interface PropertyPanelProps {
  readonly name: string;
  /** Null while properties load, and for a property that the server doesn't list. */
  readonly property: ListedProperty | null;
  /** Whether all properties are loaded. If so, a null `property` means that the server doesn't have the property. */
  readonly isListed: boolean;
  readonly valueSearch: string;
  /** Stores the search for values in the URL. Returns false when another property or page has been opened. */
  readonly onValueSearch: (valueSearch: string) => boolean;
  /** Returns the URL of this property with a search for values. */
  readonly linkTo: (valueSearch: string) => string;
  /** URL of the property list. Narrow screens show either the list or the panel. */
  readonly backTo: string;
  readonly heading: Ref<HTMLHeadingElement>;
}

export function PropertyPanel(props: PropertyPanelProps) {
  const { name, property, isListed, linkTo, backTo, heading } = props;
  const copyLink = useCopyLink();
  // The panel's React key is the property's name, so each property has its own draft.
  const [valueSearch, setValueSearch] = useQueryDraft(props.valueSearch, props.onValueSearch);
  return (
    <Stack component="article" maw={760} aria-labelledby="session-property">
      <Link to={backTo} className={classes.back ?? ""}>
        <ChevronLeftIcon size={14} /> All properties
      </Link>
      <Group gap="8px 16px" justify="space-between">
        <Box
          component="h2"
          id="session-property"
          ref={heading}
          tabIndex={-1}
          className={`${shared.heading} ${shared.anywhere}`}
          fz={16}
          lh="24px"
        >
          {propertyLabel(name)}
        </Box>
        <Button onClick={() => void copyLink(linkTo(valueSearch))} data-no-print>
          Copy link
        </Button>
      </Group>
      {isListed && property === null && (
        <Notice tone="info" title="Property not found on this server">
          The link may be mistyped or from another server version.
        </Notice>
      )}
      <PropertyFacts name={name} property={property} />
      <PropertyValues
        name={name}
        property={property}
        valueSearch={valueSearch}
        onValueSearch={setValueSearch}
      />
    </Stack>
  );
}

function PropertyFacts({ name, property }: Pick<PropertyPanelProps, "name" | "property">) {
  const description = propertyDescription(name);
  const raw = property === null ? undefined : getRaw(property);
  const type = property === null ? null : propertyTypeLabel(property);
  const facts: { label: string; value: ReactNode }[] = [
    {
      label: "Name",
      value: (
        // The negative margin preserves the line height, because the copy button is taller than a line.
        <Group component="span" display="inline-flex" gap={6} wrap="nowrap" miw={0} my={-4}>
          <Box component="code" className={shared.anywhere} ff="monospace" fz="xs">
            {name}
          </Box>
          <CopyButton value={name} label="Copy name" />
        </Group>
      ),
    },
  ];
  if (property !== null) {
    facts.push({
      label: "Type",
      value: (
        <Group component="span" gap={6} wrap="nowrap">
          <TypeIcon property={property} />
          <span>
            {type}
            {property.property_type && property.property_type !== type && (
              <span className={shared.hint}>{` (${property.property_type})`}</span>
            )}
          </span>
        </Group>
      ),
    });
  }
  facts.push({
    label: "Description",
    value: description ?? "Unknown. A newer server version may have added this property.",
  });
  return (
    <>
      <KeyValueList items={facts} />
      {raw !== undefined && <RawJson value={raw} />}
    </>
  );
}

type PropertyValuesProps = Pick<PropertyPanelProps, "name" | "property" | "valueSearch"> & {
  readonly onValueSearch: (valueSearch: string) => void;
};

function PropertyValues({ name, property, valueSearch, onValueSearch }: PropertyValuesProps) {
  const debouncedSearch = useDebouncedSearch(valueSearch);
  const query = useQuery({
    ...sessionQueries.values(useApi(), name, debouncedSearch),
    // The previous values are shown while a new search loads.
    placeholderData: (before) => before,
  });
  const { data, isFetching, isPlaceholderData: isStale } = query;
  const failure = useProjectError(query.error);
  const isUpdating = isStale || isFetching;
  const values = data?.results ?? [];
  const retry = () => void query.refetch();
  const type = property === null ? null : getKnownType(property);
  const hasListedType = type === "String" || type === "Boolean" || type === null;

  return (
    <section className={classes.values} aria-labelledby="session-values">
      <Group gap="2px 16px" align="baseline" justify="space-between">
        <h3 id="session-values">Values</h3>
        <p className={shared.hint} aria-live="polite">
          {data !== undefined &&
            !isStale &&
            failure === null &&
            valueCountMessage(values.length, data.broken.length, debouncedSearch)}
        </p>
      </Group>
      <SearchField
        label={`Search values of ${propertyLabel(name)}`}
        placeholder="Part of a value"
        value={valueSearch}
        onChange={onValueSearch}
      />
      {failure !== null && (data === undefined || isStale) ? (
        <LookupError failure={failure} error={query.error} onRetry={retry} />
      ) : data === undefined ? (
        <SkeletonLines count={6} />
      ) : (
        <>
          {failure !== null && <RefreshErrorNotice problem={failure.problem} onRetry={retry} />}
          {data.refreshing && (
            <Notice
              tone="info"
              action={
                <Button loading={isFetching} onClick={retry}>
                  Check again
                </Button>
              }
            >
              The server is still collecting values. New ones may be missing.
            </Notice>
          )}
          <InvalidRecordsNotice broken={data.broken} singular="value" plural="values" />
          {values.length > 0 ? (
            <ul
              className={`${shared.list} ${shared.divided} ${shared.updating}`}
              aria-label={`Values of ${propertyLabel(name)}`}
              aria-busy={isUpdating || undefined}
              data-old={isUpdating || undefined}
            >
              {values.map(({ name: value }, index) => (
                // The key includes the index, because the server may list a value twice.
                <Group
                  key={`${index} ${value}`}
                  component="li"
                  gap={8}
                  wrap="nowrap"
                  justify="space-between"
                  mih="max(36px, var(--ui-target))"
                  pl={2}
                  fz={13}
                >
                  {value === null ? (
                    // Sessions without a value.
                    <span className={classes.none}>Not set</span>
                  ) : (
                    <PropertyValue text={value} property={property} />
                  )}
                </Group>
              ))}
            </ul>
          ) : data.broken.length > 0 ? null : debouncedSearch === "" ? (
            <EmptyState
              title="No values"
              detail={
                hasListedType
                  ? "No session in this project has this property yet."
                  : "Most servers list values only for text and yes-or-no properties."
              }
            />
          ) : (
            <EmptyState
              title={`No values with “${debouncedSearch}”`}
              detail="The search finds any part of a value and ignores case."
              action={<Button onClick={() => onValueSearch("")}>Clear search</Button>}
            />
          )}
        </>
      )}
    </section>
  );
}

/**
 * Formats the number of values. At the server's limit, suggests a search, because more values may exist. Returns an
 * empty string if there are no values and no search.
 */
function valueCountMessage(count: number, invalidCount: number, search: string): string {
  const filter = search === "" ? "" : ` with “${search}”`;
  if (count + invalidCount === MAX_SESSION_VALUES)
    return `First ${formatCount(count)} values${filter}. ${search === "" ? "Search" : "Refine the search"} to find others.`;
  return count === 0 && search === "" ? "" : `${pluralize(count, "value", "values")}${filter}`;
}

function PropertyValue({ text, property }: Pick<PropertyPanelProps, "property"> & { readonly text: string }) {
  const explanation = propertyValueLabel(property, text);
  const placeholder = text.trim() === "" ? (text === "" ? "Empty" : "Only spaces") : null;
  return (
    <>
      {placeholder === null ? (
        <Box component="span" className={`${shared.preWrap} ${shared.numeric}`} miw={0} py={4}>
          {/* Quotation marks show leading and trailing spaces. */}
          {text === text.trim() ? text : `“${text}”`}
          {explanation !== null && (
            <Box component="span" ms="xs" c="dimmed">
              {explanation}
            </Box>
          )}
        </Box>
      ) : (
        <span className={classes.none}>{placeholder}</span>
      )}
      <CopyButton value={text} label={`Copy ${placeholder === null ? text : "value"}`} />
    </>
  );
}

interface LookupErrorProps {
  readonly failure: DisplayError;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Explains why the lookup failed. Older servers reject API keys for this endpoint. Newer servers may have moved it. */
export function LookupError({ failure, error, onRetry }: LookupErrorProps) {
  const isBlockedForKeys = isSessionAuthRequired(error);
  const api = useApi();
  const isPrefixWrong = useCanOtherPrefixHelp(error);
  return (
    <ProjectError
      error={
        isBlockedForKeys ? { ...failure, problem: { ...failure.problem, detail: BLOCKED_FOR_KEYS } } : failure
      }
      onRetry={onRetry}
      linkTo={paths.sessions}
      actions={
        failure.problem.canRetry ? undefined : (
          <>
            <Button onClick={() => retryRefusedEndpoints(api)}>Check again</Button>
            {(isPrefixWrong || isBlockedForKeys) && (
              <LinkButton to={paths.connect()}>
                {isPrefixWrong ? "Change path prefix" : "Connect to another server"}
              </LinkButton>
            )}
          </>
        )
      }
    />
  );
}

const BLOCKED_FOR_KEYS =
  "This server version doesn't let API keys read session properties. Update the server, or view the properties in the server's interface.";

/** Whether the server rejects API keys for this endpoint (upstream-facts, Sessions). */
function isSessionAuthRequired(error: Error | null): boolean {
  return (
    error instanceof HttpError &&
    error.status === 403 &&
    /does not support personal api key/i.test(error.detail ?? "")
  );
}
