import { titleIfCut } from "@/ui/hooks/title-when-truncated";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { Hint } from "@/ui/primitives/tooltip";
import classes from "./tags.module.css";

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

// More lines than that are taller than a small window.
const MOST_LINES = 10;

/** The labels, one a line, and how many more there are. */
function hintOf(items: readonly ChipItem[]): string {
  const lines = items.slice(0, MOST_LINES).map((item) => item.label);
  const more = items.length - lines.length;
  return (more > 0 ? [...lines, `and ${more} more`] : lines).join("\n");
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
          <span className={classes.text} onPointerEnter={titleIfCut}>
            {item.label}
          </span>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={classes.more}>
          <Hint label={hintOf(rest)}>
            <span aria-hidden="true">+{rest.length}</span>
            <HiddenText>and {rest.map((item) => item.label).join(", ")}</HiddenText>
          </Hint>
        </li>
      )}
    </ul>
  );
}
