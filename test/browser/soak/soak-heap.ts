// What the page holds in memory, after everything that may go has gone.
import type { CDPSession, Page } from "@playwright/test";

/** Counts of one moment. */
export interface HeapCounts {
  /** Listeners of all documents. */
  readonly listeners: number;
  /** Rows of the list, of which records are added and deleted all along. */
  readonly rows: number;
  /** Nodes that stand on the page. */
  readonly attached: number;
  /** Nodes that are alive and not among those: the insides of inputs, SVG images, and whatever was kept by mistake. */
  readonly others: number;
  /** Bytes of the JavaScript heap. For the log: the query cache keeps five minutes of answers, so it grows all along. */
  readonly heap: number;
}

/** Measures. The page must show the same view each time, and nothing may record snapshots of it. */
export async function measureHeap(page: Page, devtools: CDPSession): Promise<HeapCounts> {
  // The second time takes what the first has let go of.
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  let nodeCounts = await countNodes(page);
  for (;;) {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const after = await countNodes(page);
    // Rows may come between the looks: then they are not of one moment.
    if (after.rows === nodeCounts.rows && after.attached === nodeCounts.attached)
      return toHeapCounts(metrics, nodeCounts);
    nodeCounts = after;
  }
}

interface NodeCounts {
  readonly rows: number;
  readonly attached: number;
}

function countNodes(page: Page): Promise<NodeCounts> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let attached = 1;
    while (walker.nextNode()) attached += 1;
    return { rows: document.querySelectorAll("tbody tr").length, attached };
  });
}

function toHeapCounts(
  metrics: readonly { readonly name: string; readonly value: number }[],
  { rows, attached }: NodeCounts,
): HeapCounts {
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    listeners: value("JSEventListeners"),
    rows,
    attached,
    others: value("Nodes") - attached,
    heap: value("JSHeapUsedSize"),
  };
}

/** React listens to a check box, a link's and a menu's own events where they stand. */
const LISTENERS_PER_ROW = 4;

/**
 * The measurements at which more was held than at the first. Traced with heap snapshots: listeners stay the same to the
 * last one, other nodes within ten. A closed form that something still holds is 250 nodes and 28 listeners. It shows
 * only until another is held in its place, hence each measurement.
 */
export function findLeaks([first, ...later]: readonly HeapCounts[]): HeapCounts[] {
  if (first === undefined) throw new Error("Nothing was measured");
  const ownOf = ({ listeners, rows }: HeapCounts) => listeners - LISTENERS_PER_ROW * rows;
  return later.filter((counts) => ownOf(counts) > ownOf(first) + 5 || counts.others > first.others + 20);
}
