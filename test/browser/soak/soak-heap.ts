// Measures what the page retains in memory after garbage collection.
import type { CDPSession, Page } from "@playwright/test";

/** Counts at one moment. */
export interface HeapCounts {
  /** Listeners of all documents. */
  readonly listeners: number;
  /** Rows of the list. The soak adds and deletes records all the time. */
  readonly rows: number;
  /** Nodes that are attached to the page. */
  readonly attached: number;
  /** Other live nodes: the insides of inputs, SVG images, and leaks. */
  readonly others: number;
  /**
   * Bytes of the JavaScript heap. Only logged, because the query cache keeps responses for five minutes and grows all
   * the time.
   */
  readonly heap: number;
}

/**
 * Measures the counts. The page must show the same view each time, and no snapshot may be recorded at the same time.
 */
export async function measureHeap(page: Page, devtools: CDPSession): Promise<HeapCounts> {
  // The second collection frees what the first one has released.
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  let nodeCounts = await countNodes(page);
  for (;;) {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const after = await countNodes(page);
    // Rows may be added between the reads. Then the counts are not of the same moment.
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

/** React adds listeners for the own events of a checkbox, a link and a menu. */
const LISTENERS_PER_ROW = 4;

/**
 * Returns the measurements with more listeners or nodes than the first one. According to heap snapshots, listeners
 * are exactly stable and other nodes within ten. A leaked form has 250 nodes and 28 listeners. It is visible only
 * until another one is retained in its place, so every measurement is checked.
 */
export function findLeaks([first, ...later]: readonly HeapCounts[]): HeapCounts[] {
  if (first === undefined) throw new Error("The measurement failed");
  const ownOf = ({ listeners, rows }: HeapCounts) => listeners - LISTENERS_PER_ROW * rows;
  return later.filter((counts) => ownOf(counts) > ownOf(first) + 5 || counts.others > first.others + 20);
}
