import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { lineTops } from "@/ui/hooks/row-offsets";
import classes from "./virtual-list-scroll.module.css";

interface LongListProps {
  /** The accessible name of the list, which is scrolled by the keys of a page. */
  readonly label: string;
  readonly count: number;
  /** The items between two places; asked for those near the window only. */
  readonly renderItem: (place: number) => ReactNode;
  /** How high an item is about, in pixels; the real height is measured. */
  readonly pitch: number;
  readonly className?: string | undefined;
}

/** Up to here all items are drawn, so that the browser's own search has them all. */
const MOST_DRAWN_WHOLE = 100;
/** Pixels drawn beyond either edge. */
const MARGIN = 400;
/** Until the window is measured. */
const FIRST_HEIGHT = 800;

/**
 * A list of any length and of items of any height, in a box that scrolls: only what is near is drawn. Give it another
 * `key` for another list.
 */
export function LongList({ label, count, renderItem, pitch, className }: LongListProps) {
  const box = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  const [view, setView] = useState({ top: 0, height: FIRST_HEIGHT });
  const tops = lineTops(count, pitch, heights);
  const isWhole = count <= MOST_DRAWN_WHOLE;
  const first = isWhole ? 0 : tops.at(view.top - MARGIN);
  const last = isWhole ? count : Math.min(count, tops.at(view.top + view.height + MARGIN) + 1);

  function look() {
    if (isWhole || !box.current) return;
    const { scrollTop: top, clientHeight } = box.current;
    const height = clientHeight || FIRST_HEIGHT;
    if (top !== view.top || height !== view.height) setView({ top, height });
  }

  const measure = useEffectEvent(() => {
    if (isWhole || !list.current) return;
    const found = new Map<number, number>();
    for (const element of list.current.querySelectorAll<HTMLElement>(":scope > [aria-posinset]")) {
      const place = Number(element.getAttribute("aria-posinset")) - 1;
      const height = element.offsetHeight;
      if (height > 0 && height !== heights.get(place)) found.set(place, height);
    }
    if (found.size > 0) setHeights(new Map([...heights, ...found]));
  });
  // oxlint-disable-next-line react/set-state-in-effect -- what is drawn follows from what is measured
  useLayoutEffect(() => measure());

  const space = (height: number) =>
    height > 0 && <li role="presentation" aria-hidden="true" data-space style={{ height }} />;
  return (
    <section
      ref={box}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must scroll it
      tabIndex={0}
      className={`${classes.box} ${className ?? ""}`}
      onScroll={look}
    >
      <ul ref={list} className={classes.list}>
        {space(tops.top(first))}
        {Array.from({ length: last - first }, (_, index) => (
          <li key={first + index} aria-setsize={count} aria-posinset={first + index + 1}>
            {renderItem(first + index)}
          </li>
        ))}
        {space(tops.top(count) - tops.top(last))}
      </ul>
    </section>
  );
}
