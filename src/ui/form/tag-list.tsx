import { setTitleWhenTruncated } from "@/ui/hooks/title-when-truncated";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { Tooltip } from "@/ui/primitives/tooltip";
import classes from "./tag-list.module.css";

export interface TagItem {
  readonly label: string;
  readonly tone?: "neutral" | "warning";
}

interface TagListProps {
  readonly items: readonly TagItem[];
  readonly max?: number;
  readonly label: string;
}

// More lines wouldn't fit into a small window.
const MAX_TOOLTIP_LINES = 10;

function formatTooltip(items: readonly TagItem[]): string {
  const lines = items.slice(0, MAX_TOOLTIP_LINES).map((item) => item.label);
  const hiddenCount = items.length - lines.length;
  return (hiddenCount > 0 ? [...lines, `and ${hiddenCount} more`] : lines).join("\n");
}

/**
 * Shows a list of tags with the number of hidden tags, and lists the hidden tags in a tooltip.
 * Screen readers read all tags.
 */
export function TagList({ items, max = 2, label }: TagListProps) {
  const visibleItems = items.slice(0, max);
  const hiddenItems = items.slice(max);
  return (
    <ul className={classes.list} aria-label={label}>
      {/* The key includes the index, because the list may contain duplicates. */}
      {visibleItems.map((item, index) => (
        <li key={`${index} ${item.label}`} className={classes.tag} data-tone={item.tone}>
          <span className={classes.text} onPointerEnter={setTitleWhenTruncated}>
            {item.label}
          </span>
        </li>
      ))}
      {hiddenItems.length > 0 && (
        <li className={classes.more}>
          <Tooltip label={formatTooltip(hiddenItems)}>
            <span aria-hidden="true">+{hiddenItems.length}</span>
            <HiddenText>and {hiddenItems.map((item) => item.label).join(", ")}</HiddenText>
          </Tooltip>
        </li>
      )}
    </ul>
  );
}
