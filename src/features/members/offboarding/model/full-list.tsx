import type { ReactNode } from "react";
import { WindowList } from "@/ui/virtual-list/virtual-list-window";
import classes from "./offboard.module.css";

interface WholeListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  readonly itemHeight: number;
  /** Whether it goes on changing: then what is far from the window is left out, and paper has to wait. */
  readonly isLive: boolean;
}

/** A list that is printed whole once it stands still. */
export function WholeList<Item>({ isLive, ...list }: WholeListProps<Item>) {
  if (isLive) return <WindowList {...list} />;
  const { label, items, keyOf, children } = list;
  return (
    <div>
      <ul className={classes.whole} aria-label={label}>
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
    </div>
  );
}
