import { type KeyboardEvent, type Ref, useState } from "react";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { Link } from "@/ui/primitives/link";
import { labelOf } from "./property-labels";
import classes from "./property-list.module.css";
import { type TypedProperty, typeWords } from "./property-types";
import { TypeIcon } from "./type-icon";

interface ListedProperty extends TypedProperty {
  readonly name: string;
}

interface PropertyListProps {
  readonly properties: readonly ListedProperty[];
  /** Name of the one that is shown beside the list. */
  readonly chosen: string | null;
  /** The address that shows a property. */
  readonly linkTo: (name: string) => string;
  readonly ref?: Ref<HTMLUListElement>;
}

/** Where a key leads among `count` links from `place`; null for keys that mean something else. */
function placeAfter(key: string, place: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(place + 1, count - 1);
    case "ArrowUp":
    case "k":
      return Math.max(place - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Links to the properties: one stop of the Tab key, arrows between them, Enter opens. */
export function PropertyList({ properties, chosen, linkTo, ref }: PropertyListProps) {
  // Tab comes back to where the keys have been.
  const [left, setLeft] = useState<string | null>(null);
  const placeOf = (wanted: string | null) => properties.findIndex(({ name }) => name === wanted);
  const stop = Math.max(placeOf(left) < 0 ? placeOf(chosen) : placeOf(left), 0);

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
    const from = links.findIndex((link) => link === document.activeElement);
    const place = placeAfter(event.key, from, links.length);
    if (from < 0 || place === null) return;
    event.preventDefault();
    links[place]?.focus();
  }

  return (
    <ul ref={ref} className={classes.list} aria-label="Properties" onKeyDown={onKeyDown}>
      {properties.map((property, place) => (
        <li key={property.name}>
          <Link
            to={linkTo(property.name)}
            className={classes.link ?? ""}
            data-property={property.name}
            aria-current={property.name === chosen ? "true" : undefined}
            tabIndex={place === stop ? 0 : -1}
            onFocus={() => setLeft(property.name)}
          >
            <span className={classes.icon}>
              <TypeIcon property={property} />
            </span>
            <span className={classes.words}>
              <span className={classes.label}>{labelOf(property.name)}</span>{" "}
              {labelOf(property.name) !== property.name && (
                <span className={classes.name}>{property.name}</span>
              )}
            </span>
            <HiddenText>{`, ${typeWords(property)}`}</HiddenText>
          </Link>
        </li>
      ))}
    </ul>
  );
}
