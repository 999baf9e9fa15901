import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { formatCount } from "@/lib/text/numbers";
import { WarningIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { VirtualListWindow } from "./virtual-list";
import classes from "./virtual-list.module.css";

interface ListCardProps<Item> {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly items: readonly Item[];
  readonly getItemKey: (item: Item) => string;
  readonly estimatedItemHeight: number;
  readonly children: (item: Item) => ReactNode;
  /** Adds a checkbox for all items to the heading. */
  readonly selection?: {
    /** Null for an item that can't be selected. */
    readonly isSelected: (item: Item) => boolean | null;
    readonly onSelect: (items: readonly Item[], isSelected: boolean) => void;
  };
  /** Renders all items, so that they are printed. For lists that don't change anymore. */
  readonly isFullyRendered?: boolean;
}

/** Frames a list under its title and length. Renders nothing for an empty list. */
export function ListCard<Item>({ title, hint, selection, isFullyRendered, ...list }: ListCardProps<Item>) {
  const { items, getItemKey, children } = list;
  if (items.length === 0) return null;
  const heading = (
    <>
      {title} <span className={shared.count}>{formatCount(items.length)}</span>
    </>
  );
  return (
    <section className={shared.card} aria-label={title}>
      <Group component="h2" gap="2px 16px" mih={44} p="6px 16px" fz="md">
        {selection === undefined ? (
          <span>{heading}</span>
        ) : (
          <SelectAll items={items} {...selection}>
            {heading}
          </SelectAll>
        )}
        {hint !== undefined && <span className={shared.stepHint}>{hint}</span>}
      </Group>
      {isFullyRendered ? (
        <ul className={`${shared.list} ${classes.fullList}`} aria-label={title}>
          {items.map((item) => (
            <li key={getItemKey(item)}>{children(item)}</li>
          ))}
        </ul>
      ) : (
        <VirtualListWindow label={title} {...list} />
      )}
    </section>
  );
}

function SelectAll<Item>(
  props: NonNullable<ListCardProps<Item>["selection"]> & {
    readonly items: readonly Item[];
    readonly children: ReactNode;
  },
) {
  const { isSelected, onSelect } = props;
  const selectable = props.items.filter((item) => isSelected(item) !== null);
  const selectedCount = selectable.filter((item) => isSelected(item)).length;
  const isAllSelected = selectedCount > 0 && selectedCount === selectable.length;
  return (
    <label className={shared.checkbox}>
      <input
        ref={(input) => {
          if (input !== null) input.indeterminate = selectedCount > 0 && !isAllSelected;
        }}
        type="checkbox"
        checked={isAllSelected}
        disabled={selectable.length === 0}
        onChange={() => onSelect(selectable, !isAllSelected)}
      />
      <span>{props.children}</span>
    </label>
  );
}

/** Shows a planned change with a checkbox. */
export function SelectableRow(props: {
  readonly name: string;
  /** Null if it can't be selected. */
  readonly isSelected: boolean | null;
  readonly onSelect: (isSelected: boolean) => void;
  /** Shown beside the name. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const { name, isSelected, onSelect, aside, className = "", children } = props;
  return (
    <div className={`${shared.step} ${className}`}>
      <label className={shared.checkbox}>
        <input
          type="checkbox"
          checked={isSelected === true}
          disabled={isSelected === null}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <span className={shared.name}>{name}</span>
      </label>
      {aside}
      <div className={shared.details}>{children}</div>
    </div>
  );
}

export function WarningText({ children }: { readonly children: string }) {
  return (
    <p className={shared.warning}>
      <WarningIcon size={14} />
      <span>{children}</span>
    </p>
  );
}
