import { Stack, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type Ref, useState } from "react";
import { Link } from "react-router-dom";
import { propertyLabel } from "./property-labels";
import classes from "./property-list.module.css";
import { propertyTypeLabel, type TypedProperty } from "./property-types";
import { TypeIcon } from "./type-icon";

interface ListedProperty extends TypedProperty {
  readonly name: string;
}

interface PropertyListProps {
  readonly properties: readonly ListedProperty[];
  readonly selectedName: string | null;
  readonly linkTo: (name: string) => string;
  readonly ref?: Ref<HTMLUListElement>;
}

/** Returns the index of the link to focus. Null for keys that don't move focus. */
function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(index + 1, count - 1);
    case "ArrowUp":
    case "k":
      return Math.max(index - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Lists links with a roving tabindex. Tab reaches one link, arrow keys move focus, and Enter opens the link. */
export function PropertyList({ properties, selectedName, linkTo, ref }: PropertyListProps) {
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
    const index = nextIndex(event.key, from, links.length);
    if (from < 0 || index === null) return;
    event.preventDefault();
    links[index]?.focus();
  }

  return (
    <ul ref={ref} className={classes.list} aria-label="Properties" onKeyDown={handleKeyDown}>
      {properties.map((property, index) => (
        <li key={property.name}>
          <Link
            to={linkTo(property.name)}
            className={classes.link ?? ""}
            data-property={property.name}
            aria-current={property.name === selectedName ? "true" : undefined}
            tabIndex={index === tabStopIndex ? 0 : -1}
            onFocus={() => setLastFocused(property.name)}
          >
            <span className={classes.icon}>
              <TypeIcon property={property} />
            </span>
            <Stack component="span" gap={0} miw={0}>
              <span className={classes.label}>{propertyLabel(property.name)}</span>{" "}
              {propertyLabel(property.name) !== property.name && (
                <span className={classes.name}>{property.name}</span>
              )}
            </Stack>
            <VisuallyHidden>{`, ${propertyTypeLabel(property)}`}</VisuallyHidden>
          </Link>
        </li>
      ))}
    </ul>
  );
}
