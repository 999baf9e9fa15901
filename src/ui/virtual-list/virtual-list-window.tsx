import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import classes from "./virtual-list-window.module.css";

interface VirtualListWindowProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly getItemKey: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  /** Estimated height in px. Reserved for items that aren't rendered. */
  readonly estimatedItemHeight: number;
  readonly className?: string | undefined;
}

/** Number of items that are rendered or hidden together. */
const CHUNK_SIZE = 50;
/** Items within this distance of the viewport are rendered. */
const ROOT_MARGIN = "800px 0px";
const INITIAL_CHUNKS: ReadonlySet<number> = new Set([0]);

/**
 * Virtual list in the page flow, for items of any height. Renders chunks near the viewport, and reserves space for
 * the others. The focused item stays rendered. Inside a scrollable box, use `VirtualListScroll`.
 */
export function VirtualListWindow<Item>({
  label,
  items,
  getItemKey,
  children,
  estimatedItemHeight,
  className,
}: VirtualListWindowProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const chunks = useMemo(() => splitIntoChunks(items), [items]);
  const visibility = useVisibleChunks(box, chunks.length);
  return (
    <div ref={box} className={className}>
      {chunks.map((chunk, chunkIndex) => {
        const isRendered = visibility.drawn.has(chunkIndex);
        const height = isRendered
          ? undefined
          : (visibility.getHeight(chunkIndex) ?? chunk.length * estimatedItemHeight);
        const from = chunkIndex * CHUNK_SIZE;
        return (
          <div key={chunkIndex} data-chunk={chunkIndex} style={{ height }}>
            {isRendered && (
              <ul
                className={classes.list}
                aria-label={
                  chunks.length === 1 ? label : formatRangeLabel(label, from, chunk.length, items.length)
                }
              >
                {chunk.map((item, index) => (
                  <li key={getItemKey(item)} aria-setsize={items.length} aria-posinset={from + index + 1}>
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

/** Formats a label, such as "Changed, 51 to 100 of 3,000". */
function formatRangeLabel(label: string, from: number, length: number, total: number): string {
  return `${label}, ${formatCount(from + 1)} to ${formatCount(from + length)} of ${formatCount(total)}`;
}

function splitIntoChunks<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / CHUNK_SIZE);
  return Array.from({ length: count }, (_, chunkIndex) =>
    items.slice(chunkIndex * CHUNK_SIZE, (chunkIndex + 1) * CHUNK_SIZE),
  );
}

function useVisibleChunks(box: RefObject<HTMLDivElement | null>, count: number) {
  const [rendered, setRendered] = useState(INITIAL_CHUNKS);
  const heights = useRef(new Map<number, number>());
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const changes = entries.map(({ target, isIntersecting, boundingClientRect }) => {
          const chunkIndex = Number(target.getAttribute("data-chunk"));
          const isVisible = isIntersecting || target.contains(document.activeElement);
          if (!isVisible && target.childElementCount > 0)
            heights.current.set(chunkIndex, boundingClientRect.height);
          return { chunkIndex, isVisible };
        });
        setRendered((before) => {
          const isSame = changes.every(({ chunkIndex, isVisible }) => before.has(chunkIndex) === isVisible);
          if (isSame) return before;
          const next = new Set(before);
          for (const { chunkIndex, isVisible } of changes) {
            if (isVisible) next.add(chunkIndex);
            else next.delete(chunkIndex);
          }
          return next;
        });
      },
      { rootMargin: ROOT_MARGIN },
    );
    for (let chunkIndex = 0; chunkIndex < count; chunkIndex += 1) {
      const chunk = box.current?.children[chunkIndex];
      if (chunk) observer.observe(chunk);
    }
    return () => observer.disconnect();
  }, [box, count]);
  return { drawn: rendered, getHeight: (chunkIndex: number) => heights.current.get(chunkIndex) };
}
