import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createRowOffsets } from "@/ui/hooks/row-offsets";
import classes from "./virtual-list-scroll.module.css";

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

/** Lists with up to this many items are rendered completely. The browser's page search then finds every item. */
const MAX_FULLY_RENDERED = 100;
/** Height of the rendered area beyond each end of the visible part, in px. */
const OVERSCAN = 400;
/** In px. Used until the first measurement. */
const INITIAL_HEIGHT = 800;

/**
 * Virtual list in a scrollable box, for items of any height. Change the `key` when the items
 * change, because the component stores measured heights by index.
 */
export function VirtualListScroll({
  label,
  count,
  renderItem,
  estimatedItemHeight,
  className,
}: VirtualListScrollProps) {
  const box = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  const [view, setView] = useState({ top: 0, height: INITIAL_HEIGHT });
  const offsets = createRowOffsets(count, estimatedItemHeight, heights);
  const isFullyRendered = count <= MAX_FULLY_RENDERED;
  const first = isFullyRendered ? 0 : offsets.indexAt(view.top - OVERSCAN);
  const last = isFullyRendered
    ? count
    : Math.min(count, offsets.indexAt(view.top + view.height + OVERSCAN) + 1);

  function handleScroll() {
    if (isFullyRendered || !box.current) return;
    const { scrollTop: top, clientHeight } = box.current;
    const height = clientHeight || INITIAL_HEIGHT;
    if (top !== view.top || height !== view.height) setView({ top, height });
  }

  const measure = useEffectEvent(() => {
    if (isFullyRendered || !list.current) return;
    const measured = new Map<number, number>();
    for (const element of list.current.querySelectorAll<HTMLElement>(":scope > [aria-posinset]")) {
      const index = Number(element.getAttribute("aria-posinset")) - 1;
      const height = element.offsetHeight;
      if (height > 0 && height !== heights.get(index)) measured.set(index, height);
    }
    if (measured.size > 0) setHeights(new Map([...heights, ...measured]));
  });
  // oxlint-disable-next-line react/set-state-in-effect -- rendering depends on measurements
  useLayoutEffect(() => measure());

  const renderSpacer = (height: number) =>
    height > 0 && <li role="presentation" aria-hidden="true" data-space style={{ height }} />;
  return (
    <section
      ref={box}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
      tabIndex={0}
      className={`${classes.box} ${className ?? ""}`}
      onScroll={handleScroll}
    >
      <ul ref={list} className={classes.list}>
        {renderSpacer(offsets.offsetOf(first))}
        {Array.from({ length: last - first }, (_, index) => (
          <li key={first + index} aria-setsize={count} aria-posinset={first + index + 1}>
            {renderItem(first + index)}
          </li>
        ))}
        {renderSpacer(offsets.offsetOf(count) - offsets.offsetOf(last))}
      </ul>
    </section>
  );
}
