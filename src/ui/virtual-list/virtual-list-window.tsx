import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import classes from "./virtual-list-window.module.css";

interface WindowListProps<Item> {
  /** The accessible name of the list. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Draws one item. */
  readonly children: (item: Item) => ReactNode;
  /** Pixels that an item has about: so much room is kept for what is not drawn. */
  readonly itemHeight: number;
  readonly className?: string | undefined;
}

/** Items that are drawn and folded together. */
const OF_CHUNK = 50;
/** Drawn before they can be seen. */
const AHEAD = "800px 0px";
const FIRST: ReadonlySet<number> = new Set([0]);

/**
 * A list that stands in the page itself, with any number of items of any height: those near the window are drawn, in
 * chunks, and the room of the others is kept. What has the focus stays drawn. `LongList` is the one for a box that
 * scrolls, such as a dialog.
 */
export function WindowList<Item>({
  label,
  items,
  keyOf,
  children,
  itemHeight,
  className,
}: WindowListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const chunks = useMemo(() => chunksOf(items), [items]);
  const sight = useSight(box, chunks.length);
  return (
    <div ref={box} className={className}>
      {chunks.map((chunk, place) => {
        const isDrawn = sight.drawn.has(place);
        const height = isDrawn ? undefined : (sight.heightOf(place) ?? chunk.length * itemHeight);
        const from = place * OF_CHUNK;
        return (
          <div key={place} data-chunk={place} style={{ height }}>
            {isDrawn && (
              <ul
                className={classes.list}
                aria-label={chunks.length === 1 ? label : rangeLabel(label, from, chunk.length, items.length)}
              >
                {chunk.map((item, index) => (
                  <li key={keyOf(item)} aria-setsize={items.length} aria-posinset={from + index + 1}>
                    {children(item)}
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** "Changed, 51 to 100 of 3,000" */
function rangeLabel(label: string, from: number, length: number, all: number): string {
  return `${label}, ${formatCount(from + 1)} to ${formatCount(from + length)} of ${formatCount(all)}`;
}

function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / OF_CHUNK);
  return Array.from({ length: count }, (_, place) => items.slice(place * OF_CHUNK, (place + 1) * OF_CHUNK));
}

/** Which chunks are near the window. */
function useSight(box: RefObject<HTMLDivElement | null>, count: number) {
  const [drawn, setDrawn] = useState(FIRST);
  const heights = useRef(new Map<number, number>());
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.map(({ target, isIntersecting, boundingClientRect }) => {
          const place = Number(target.getAttribute("data-chunk"));
          const stays = isIntersecting || target.contains(document.activeElement);
          if (!stays && target.childElementCount > 0) heights.current.set(place, boundingClientRect.height);
          return { place, stays };
        });
        setDrawn((before) => {
          const isSame = seen.every(({ place, stays }) => before.has(place) === stays);
          if (isSame) return before;
          const next = new Set(before);
          for (const { place, stays } of seen) {
            if (stays) next.add(place);
            else next.delete(place);
          }
          return next;
        });
      },
      { rootMargin: AHEAD },
    );
    for (let place = 0; place < count; place += 1) {
      const chunk = box.current?.children[place];
      if (chunk) observer.observe(chunk);
    }
    return () => observer.disconnect();
  }, [box, count]);
  return { drawn, heightOf: (place: number) => heights.current.get(place) };
}
