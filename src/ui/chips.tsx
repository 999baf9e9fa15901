import classes from "./chips.module.css";
import { HiddenText } from "./hidden-text";
import { Hint } from "./hint";

/** A word in a rounded box; "warning" marks one that deserves a look. */
export interface ChipItem {
  readonly label: string;
  readonly tone?: "neutral" | "warning";
}

interface ChipListProps {
  readonly items: readonly ChipItem[];
  /** How many are shown before "+n". */
  readonly max?: number;
  /** The accessible name of the list. */
  readonly label: string;
}

/** A row of chips; what does not fit is counted, named in a hint and readable for screen readers. */
export function ChipList({ items, max = 2, label }: ChipListProps) {
  const shown = items.slice(0, max);
  const rest = items.slice(max);
  return (
    <ul className={classes.list} aria-label={label}>
      {/* The same address can stand twice in a list that others wrote, so the place belongs to the key. */}
      {shown.map((item, place) => (
        <li key={`${place} ${item.label}`} className={classes.chip} data-tone={item.tone}>
          <span className={classes.text}>{item.label}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={classes.more}>
          <Hint label={rest.map((item) => item.label).join("\n")}>
            <span aria-hidden="true">+{rest.length}</span>
            <HiddenText>and {rest.map((item) => item.label).join(", ")}</HiddenText>
          </Hint>
        </li>
      )}
    </ul>
  );
}
