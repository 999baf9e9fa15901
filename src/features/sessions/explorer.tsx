import { Button } from "@mantine/core";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { describeError } from "@/http/describe-error";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { SearchField } from "@/ui/query-field/search-field";
import classes from "./explorer.module.css";
import { PropertyList } from "./property-list";
import { PropertyPanel } from "./property-panel";
import type { TypedProperty } from "./property-types";
import { formatSessionSearchParams, type SessionSearchParams } from "./session-search-params";

interface NamedProperty extends TypedProperty {
  readonly name: string;
}

interface ExplorerProps {
  /** What is shown, with the words that have just been typed. */
  readonly address: SessionSearchParams;
  readonly properties: readonly NamedProperty[];
  /** Those that the search leaves. */
  readonly matchingProperties: readonly NamedProperty[];
  /** How many the server has beside these. */
  readonly missing: number;
  /** Why it could not be searched for them. */
  readonly searchError: Error | null;
  readonly onSearch: (text: string) => void;
  /** Told what the values must contain, once it stands. */
  readonly onValueSearch: (valueSearch: string) => boolean;
}

/** Above it both stand side by side (explorer.module.css). */
const SIDE_BY_SIDE_QUERY = "(min-width: 901px)";

/** The list of properties, and beside it the chosen one; on a narrow screen one of both. */
export function Explorer(props: ExplorerProps) {
  const { address, properties, matchingProperties, missing, searchError, onSearch, onValueSearch } = props;
  const { projectId } = useApi();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { property: name, search } = address;
  const linkTo = (valueSearch: Partial<SessionSearchParams>) =>
    paths.sessions(projectId) +
    formatSessionSearchParams({ property: null, value: "", search: "", ...valueSearch });
  useFocusOnSelection(name, list, heading);

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
      <section className={classes.side} aria-label="All properties">
        <div className={classes.search}>
          <SearchField
            isPageSearch
            label="Search properties"
            placeholder="Name, meaning or type"
            value={search}
            onChange={onSearch}
            onKeyDown={handleSearchKeyDown}
          />
          <p className={classes.count} aria-live="polite">
            {propertyCountMessage(matchingProperties.length, properties.length, missing, search)}
          </p>
        </div>
        {searchError !== null && (
          <Notice tone="warning" title="The server could not be searched for more">
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
            title="No property matches"
            detail="The words are looked for in names, meanings and types. Fewer words find more."
            action={
              <Button variant="default" onClick={() => onSearch("")}>
                Clear search
              </Button>
            }
          />
        )}
      </section>
      <div className={classes.main}>
        {name === null ? (
          <EmptyState title="Choose a property" detail="Its meaning and the values it has taken come here." />
        ) : (
          <PropertyPanel
            key={name}
            name={name}
            property={properties.find((property) => property.name === name) ?? null}
            isListed={missing === 0}
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

function propertyCountMessage(
  matchingProperties: number,
  totalCount: number,
  missing: number,
  search: string,
): string {
  if (missing > 0 && search.trim() === "")
    return `${formatCount(totalCount)} of ${formatCount(totalCount + missing)} properties: a search by name asks the server for the others.`;
  if (search.trim() === "") return pluralize(totalCount, "property", "properties");
  // The server was asked for the words too: beside what it gave there is nothing to compare with.
  if (missing > 0) return pluralize(matchingProperties, "match", "matches");
  return `${formatCount(matchingProperties)} of ${formatCount(totalCount)} match`;
}

/** Where only one of both is seen, what was pressed goes with the other: the focus goes to what came. */
function useFocusOnSelection(
  name: string | null,
  list: { readonly current: HTMLUListElement | null },
  heading: { readonly current: HTMLHeadingElement | null },
): void {
  const before = useRef(name);
  useLayoutEffect(() => {
    const previousName = before.current;
    before.current = name;
    if (previousName === name || window.matchMedia(SIDE_BY_SIDE_QUERY).matches) return;
    if (name !== null) heading.current?.focus();
    else
      list.current
        ?.querySelector<HTMLElement>(`[data-property="${CSS.escape(previousName ?? "")}"]`)
        ?.focus();
  }, [name, list, heading]);
}
