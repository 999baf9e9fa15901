import type { ReactNode } from "react";
import classes from "./key-value-list.module.css";

interface KeyValueListProps {
  readonly items: readonly { readonly label: string; readonly value: ReactNode }[];
}

/** Shows a description list, in two columns if they fit. */
export function KeyValueList({ items }: KeyValueListProps) {
  return (
    <div className={classes.container}>
      <dl className={classes.list}>
        {items.map((item) => (
          <div key={item.label} className={classes.pair}>
            <dt className={classes.label}>{item.label}</dt>
            <dd className={classes.value}>{item.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
