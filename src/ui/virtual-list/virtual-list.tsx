import { defaultRangeExtractor, useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import classes from "./virtual-list.module.css";

/** Lists with up to this many items are rendered completely. The browser's page search then finds every item. */
const MAX_FULLY_RENDERED = 100;

/** Returns the options of a virtualizer for items of any height. The focused item stays rendered. */
export function useItemOptions(count: number, estimatedItemHeight: number) {
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

interface VirtualListWindowProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly getItemKey: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  /** Estimated height in px. Reserved for items that aren't rendered. */
  readonly estimatedItemHeight: number;
}

/** Virtual list in the page flow, for items of any height. */
export function VirtualListWindow<Item>(props: VirtualListWindowProps<Item>) {
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

interface ItemsProps<Scroller extends Element | Window> {
  readonly label?: string;
  readonly virtualizer: Virtualizer<Scroller, HTMLElement>;
  readonly children: (index: number) => ReactNode;
}

/** Renders the items near the viewport. */
export function VirtualItems<Scroller extends Element | Window>({
  label,
  virtualizer,
  children,
}: ItemsProps<Scroller>) {
  const { count, scrollMargin } = virtualizer.options;
  return (
    <ul aria-label={label} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ top: start - scrollMargin }}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  );
}
