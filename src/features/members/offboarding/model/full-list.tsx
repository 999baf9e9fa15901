import type { ReactNode } from "react";
import shared from "@/ui/theme/shared.module.css";
import { VirtualListWindow } from "@/ui/virtual-list/virtual-list";
import classes from "./offboarding.module.css";

interface FullListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly getItemKey: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  readonly estimatedItemHeight: number;
  /** Whether items may still change. If so, only visible rows are rendered and printed. */
  readonly isLive: boolean;
}

/** Renders all rows once the list no longer changes, so that it prints completely. */
export function FullList<Item>({ isLive, ...list }: FullListProps<Item>) {
  if (isLive) return <VirtualListWindow {...list} />;
  const { label, items, getItemKey, children } = list;
  return (
    <div>
      <ul className={`${shared.list} ${classes.fullList}`} aria-label={label}>
        {items.map((item) => (
          <li key={getItemKey(item)}>{children(item)}</li>
        ))}
      </ul>
    </div>
  );
}
