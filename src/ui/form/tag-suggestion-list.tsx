import classes from "./tag-suggestion-list.module.css";
import type { ChipSuggestions } from "./use-tag-suggestions";

interface ChipOffersProps {
  /** Of the list; its options are numbered. */
  readonly id: string;
  /** Of the field. */
  readonly label: string;
  readonly offers: Pick<ChipSuggestions, "items" | "active" | "take">;
}

/** What may be added to a field of chips. The focus and the keys stay in its input. */
export function ChipOffers({ id, label, offers }: ChipOffersProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={`${label}: suggestions`}
      tabIndex={-1}
      className={classes.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {offers.items.map((offer, place) => (
        <div
          key={offer.item}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === offers.active}
          tabIndex={-1}
          className={classes.offer}
          onClick={() => offers.take(offer)}
        >
          <span className={classes.name}>{offer.label}</span>
          {offer.detail !== undefined && <span className={classes.detail}>{offer.detail}</span>}
        </div>
      ))}
    </div>
  );
}
