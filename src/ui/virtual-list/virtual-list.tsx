import { VisuallyHidden } from "@mantine/core";
import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Status, type StatusTone } from "@/ui/primitives/status";
import classes from "./virtual-list.module.css";

/** Lists with up to this many items are rendered completely. The browser's page search then finds every item. */
const MAX_FULLY_RENDERED = 100;

/** Returns the options of a virtualizer for items of any height. The focused item stays rendered. */
function useItemOptions(count: number, estimatedItemHeight: number) {
  const [focusedIndex, setFocusedIndex] = useState<number | null>(null);
  return {
    options: {
      count,
      estimateSize: () => estimatedItemHeight,
      // Hidden items have no height.
      measureElement: ({ offsetHeight }: HTMLElement) => offsetHeight || estimatedItemHeight,
      overscan: count <= MAX_FULLY_RENDERED ? count : 10,
      rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => [
        ...new Set([...defaultRangeExtractor(range), ...(focusedIndex === null ? [] : [focusedIndex])]),
      ],
    },
    onFocus: ({ target }: FocusEvent) =>
      setFocusedIndex(Number(target.closest("[data-index]")?.getAttribute("data-index") ?? 0)),
    onBlur: () => setFocusedIndex(null),
  };
}

export function VirtualListWindow<Item>(props: {
  readonly label: string;
  readonly items: readonly Item[];
  readonly getItemKey: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  /** Estimated height in px. Reserved for items that aren't rendered. */
  readonly estimatedItemHeight: number;
}) {
  const { items, getItemKey, children, estimatedItemHeight } = props;
  const box = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const { options, onFocus, onBlur } = useItemOptions(items.length, estimatedItemHeight);
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    ...options,
    scrollMargin,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : getItemKey(item);
    },
  });
  // Content above the list may change its position.
  const measurePosition = useEffectEvent(() => {
    const { top = 0 } = box.current?.getBoundingClientRect() ?? {};
    setScrollMargin(Math.round(top + window.scrollY));
  });
  useLayoutEffect(() => measurePosition());
  return (
    <div ref={box} onFocus={onFocus} onBlur={onBlur}>
      <VirtualItems label={props.label} virtualizer={virtualizer}>
        {(index) => {
          const item = items[index];
          return item !== undefined && children(item);
        }}
      </VirtualItems>
    </div>
  );
}

function VirtualItems<Scroller extends Element | Window>(props: {
  readonly label?: string;
  readonly virtualizer: Virtualizer<Scroller, HTMLElement>;
  readonly children: (index: number) => ReactNode;
}) {
  const { virtualizer } = props;
  const { count, scrollMargin } = virtualizer.options;
  return (
    <ul aria-label={props.label} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ top: start - scrollMargin }}
        >
          {props.children(index)}
        </li>
      ))}
    </ul>
  );
}

type ChangedValues =
  /** The old value is null for a new record. */
  | { readonly before: string | null; readonly after: string }
  | {
      readonly removed: readonly string[];
      readonly added: readonly string[];
      readonly unchangedCount: number;
    };

export type ReviewedField = ChangedValues & { readonly label: string };

export interface ReviewedChange {
  readonly name: string;
  /** Second line, which tells the item from others of the same name. */
  readonly detail?: string | undefined;
  readonly status?: { readonly tone: StatusTone; readonly label: string };
  readonly fields: readonly ReviewedField[];
  readonly note?: string | undefined;
  readonly warning?: string | undefined;
}

/** In px, about two lines. */
const ESTIMATED_ITEM_HEIGHT = 65;

/** Change the `key` when the changes are others, because measured heights are stored by index. */
export function ChangeReview(props: {
  readonly label: string;
  readonly count: number;
  /** Returns the change of an item. Called only for items near the viewport. */
  readonly getChange: (index: number) => ReviewedChange;
  readonly className?: string | undefined;
}) {
  const { label, count, getChange, className = "" } = props;
  const box = useRef<HTMLElement>(null);
  const { options, onFocus, onBlur } = useItemOptions(count, ESTIMATED_ITEM_HEIGHT);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    ...options,
    getScrollElement: () => box.current,
    // A box without a layout renders as many items as fit into a screen.
    observeElementRect: (instance, onRect) =>
      observeElementRect(instance, (rect) => onRect(rect.height > 0 ? rect : { width: 800, height: 800 })),
  });
  return (
    <section
      ref={box}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
      tabIndex={0}
      className={`${classes.box} ${className}`}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <VirtualItems virtualizer={virtualizer}>
        {(index) => <ChangeRow change={getChange(index)} />}
      </VirtualItems>
    </section>
  );
}

function ChangeRow({ change }: { readonly change: ReviewedChange }) {
  const { name, detail, status, fields, note, warning } = change;
  return (
    <div className={classes.row}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        {status && (
          <span className={classes.status}>
            <Status {...status} />
          </span>
        )}
      </div>
      {detail !== undefined && <p className={classes.detail}>{detail}</p>}
      {fields.map((field) => (
        <FieldChange key={field.label} {...field} />
      ))}
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {warning !== undefined && (
        <p className={classes.note} data-tone="warning">
          {warning}
        </p>
      )}
    </div>
  );
}

/** Shows the old and the new value of a field, or the items that were removed and added. */
export function FieldChange(props: ChangedValues & { readonly label?: string }) {
  return (
    <p className={classes.field}>
      {props.label !== undefined && <span className={classes.label}>{`${props.label}: `}</span>}
      {"before" in props ? <ValueChange {...props} /> : <ItemChanges {...props} />}
    </p>
  );
}

function ValueChange({ before, after }: Extract<ChangedValues, { before: unknown }>) {
  return (
    <>
      {before !== null && (
        <>
          <span className={classes.before}>{before}</span>{" "}
          <span className={classes.arrow} aria-hidden="true">
            →
          </span>
          <VisuallyHidden>becomes </VisuallyHidden>
        </>
      )}
      <span>{after}</span>
    </>
  );
}

function ItemChanges({ removed, added, unchangedCount }: Extract<ChangedValues, { added: unknown }>) {
  const items = [
    ...removed.map((item) => ({ item, sign: "−", tone: "removed", label: "Removed: " })),
    ...added.map((item) => ({ item, sign: "+", tone: "added", label: "Added: " })),
  ];
  return (
    <>
      {items.map(({ item, sign, tone, label }, index) => (
        <span key={`${index} ${item}`} className={classes.changedItem} data-tone={tone}>
          <span aria-hidden="true">{sign} </span>
          <VisuallyHidden>{label}</VisuallyHidden>
          {item}
        </span>
      ))}
      {unchangedCount > 0 && <span className={classes.label}>{`${unchangedCount} unchanged`}</span>}
    </>
  );
}
