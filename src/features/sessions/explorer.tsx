import { Button, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { describeError } from "@/api/describe-error";
import { useApi } from "@/data/client/api-context";
import { paths } from "@/lib/url/paths";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { SearchField } from "@/ui/query-field/search-field";
import shared from "@/ui/theme/shared.module.css";
import classes from "./explorer.module.css";
import { PropertyList } from "./property-list";
import { PropertyPanel } from "./property-panel";
import type { TypedProperty } from "./property-types";
import { propertyCountMessage } from "./session-messages";
import { formatSessionSearchParams, type SessionSearchParams } from "./session-search-params";

interface NamedProperty extends TypedProperty {
  readonly name: string;
}

interface ExplorerProps {
  /** The page's URL parameters, with `search` as typed. */
  readonly address: SessionSearchParams;
  readonly properties: readonly NamedProperty[];
  readonly matchingProperties: readonly NamedProperty[];
  /** Number of properties that the server didn't return. */
  readonly missingCount: number;
  readonly searchError: Error | null;
  readonly onSearch: (text: string) => void;
  /**
   * Stores the search for values in the URL. Returns false when another property or page has been
   * opened.
   */
  readonly onValueSearch: (valueSearch: string) => boolean;
}

/** Must match the breakpoint in explorer.module.css. */
const SIDE_BY_SIDE_QUERY = "(min-width: 901px)";

export function Explorer(props: ExplorerProps) {
  const { address, properties, matchingProperties, missingCount, searchError, onSearch, onValueSearch } =
    props;
  const { projectId } = useApi();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { property: name, search } = address;
  const linkTo = (valueSearch: Partial<SessionSearchParams>) =>
    paths.sessions(projectId) +
    formatSessionSearchParams({ property: null, value: "", search: "", ...valueSearch });
  const isSideBySide = useMediaQuery(SIDE_BY_SIDE_QUERY, false, { getInitialValueInEffect: false });
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
            onChange={onSearch}
            onKeyDown={handleSearchKeyDown}
          />
          <Text className={shared.numeric} p="5px 4px 6px" lh="17px" c="dimmed" fz="xs" aria-live="polite">
            {propertyCountMessage({
              matchingCount: matchingProperties.length,
              loadedCount: properties.length,
              missingCount,
              isSearching: search.trim() !== "",
            })}
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
            action={
              <Button variant="default" onClick={() => onSearch("")}>
                Clear search
              </Button>
            }
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
            onValueSearch={onValueSearch}
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
