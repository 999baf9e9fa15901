import { Button } from "@mantine/core";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { describeError } from "@/http/describe-error";
import { formatCount, plural } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { SearchField } from "@/ui/query-field/search-field";
import classes from "./explorer.module.css";
import { PropertyList } from "./property-list";
import { PropertyPanel } from "./property-panel";
import type { TypedProperty } from "./property-types";
import { type SessionAddress, writeSessionAddress } from "./session-search-params";

interface NamedProperty extends TypedProperty {
  readonly name: string;
}

interface ExplorerProps {
  /** What is shown, with the words that have just been typed. */
  readonly address: SessionAddress;
  readonly properties: readonly NamedProperty[];
  /** Those that the search leaves. */
  readonly found: readonly NamedProperty[];
  /** How many the server has beside these. */
  readonly missing: number;
  /** Why it could not be searched for them. */
  readonly searchError: Error | null;
  readonly onSearch: (text: string) => void;
  /** Told what the values must contain, once it stands. */
  readonly onPart: (part: string) => boolean;
}

/** Above it both stand side by side (explorer.module.css). */
const SIDE_BY_SIDE = "(min-width: 901px)";

/** The list of properties, and beside it the chosen one; on a narrow screen one of both. */
export function Explorer(props: ExplorerProps) {
  const { address, properties, found, missing, searchError, onSearch, onPart } = props;
  const { projectId } = useApi();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { property: name, search } = address;
  const linkTo = (part: Partial<SessionAddress>) =>
    paths.sessions(projectId) + writeSessionAddress({ property: null, value: "", search: "", ...part });
  useFocusAcross(name, list, heading);

  function onSearchKey(event: KeyboardEvent) {
    const [first] = found;
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
            isMain
            label="Search properties"
            placeholder="Name, meaning or type"
            value={search}
            onChange={onSearch}
            onKeyDown={onSearchKey}
          />
          <p className={classes.count} aria-live="polite">
            {countWords(found.length, properties.length, missing, search)}
          </p>
        </div>
        {searchError !== null && (
          <Notice tone="warning" title="The server could not be searched for more">
            {describeError(searchError).title}.
          </Notice>
        )}
        {found.length > 0 ? (
          <PropertyList
            ref={list}
            properties={found}
            chosen={name}
            linkTo={(property) => linkTo({ property, search })}
          />
        ) : (
          <EmptyState
            title="No property matches"
            detail="The words are looked for in names, meanings and types. Fewer words find more."
            action={
              <Button variant="default" onClick={() => onSearch("")}>
                Clear the search
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
            part={address.value}
            onPart={onPart}
            linkTo={(value) => linkTo({ property: name, value })}
            backTo={linkTo({ search })}
            heading={heading}
          />
        )}
      </div>
    </div>
  );
}

function countWords(found: number, all: number, missing: number, search: string): string {
  if (missing > 0 && search.trim() === "")
    return `${formatCount(all)} of ${formatCount(all + missing)} properties: a search by name asks the server for the others.`;
  if (search.trim() === "") return plural(all, "property", "properties");
  // The server was asked for the words too: beside what it gave there is nothing to compare with.
  if (missing > 0) return plural(found, "match", "matches");
  return `${formatCount(found)} of ${formatCount(all)} match`;
}

/** Where only one of both is seen, what was pressed goes with the other: the focus goes to what came. */
function useFocusAcross(
  name: string | null,
  list: { readonly current: HTMLUListElement | null },
  heading: { readonly current: HTMLHeadingElement | null },
): void {
  const before = useRef(name);
  useLayoutEffect(() => {
    const left = before.current;
    before.current = name;
    if (left === name || window.matchMedia(SIDE_BY_SIDE).matches) return;
    if (name !== null) heading.current?.focus();
    else list.current?.querySelector<HTMLElement>(`[data-property="${CSS.escape(left ?? "")}"]`)?.focus();
  }, [name, list, heading]);
}
