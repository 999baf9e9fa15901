import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import classes from "./virtual-list.module.css";

/** Lists with up to this many items are rendered completely. The browser's page search then finds every item. */
const MAX_FULLY_RENDERED = 100;

/** Options of both virtualizers. The focused item stays rendered. */
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

interface VirtualListWindowProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly getItemKey: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  /** Estimated height in px. Reserved for items that aren't rendered. */
  readonly estimatedItemHeight: number;
}

/** Virtual list in the page flow, for items of any height. Inside a scrollable box, use `VirtualListScroll`. */
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
      <Items label={props.label} virtualizer={virtualizer}>
        {(index) => {
          const item = items[index];
          return item !== undefined && children(item);
        }}
      </Items>
    </div>
  );
}

interface VirtualListScrollProps {
  /** Accessible name of the scrollable box, which keyboard users can focus. */
  readonly label: string;
  readonly count: number;
  /** Renders an item. Called only for items near the viewport. */
  readonly renderItem: (index: number) => ReactNode;
  /** Estimated height in px. The list measures the actual height. */
  readonly estimatedItemHeight: number;
  readonly className?: string | undefined;
}

/**
 * Virtual list in a scrollable box, for items of any height. Change the `key` when the items
 * change, because measured heights are stored by index.
 */
export function VirtualListScroll(props: VirtualListScrollProps) {
  const { label, count, renderItem, estimatedItemHeight, className } = props;
  const box = useRef<HTMLElement>(null);
  const { options, onFocus, onBlur } = useItemOptions(count, estimatedItemHeight);
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
      className={`${classes.box} ${className ?? ""}`}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <Items virtualizer={virtualizer}>{renderItem}</Items>
    </section>
  );
}

interface ItemsProps<Scroller extends Element | Window> {
  readonly label?: string;
  readonly virtualizer: Virtualizer<Scroller, HTMLElement>;
  readonly children: (index: number) => ReactNode;
}

function Items<Scroller extends Element | Window>({ label, virtualizer, children }: ItemsProps<Scroller>) {
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
