// Measures what the page retains in memory after garbage collection.
import type { CDPSession, Page } from "@playwright/test";

/** Counts that were read at the same moment. */
export interface HeapCounts {
  readonly listeners: number;
  /** Rows of the list. The soak constantly adds and deletes records. */
  readonly rows: number;
  /** DOM nodes that are attached to the page. */
  readonly attached: number;
  /** Other live DOM nodes: inner parts of inputs, SVG images, and leaks. */
  readonly others: number;
  /**
   * Size of the JavaScript heap in bytes. Only logged, because the heap varies: the query cache stores responses for
   * five minutes.
   */
  readonly heap: number;
}

/** Measures the counts. The page must show the same view each time. No heap snapshot may be in progress. */
export async function measureHeap(page: Page, devtools: CDPSession): Promise<HeapCounts> {
  // A second garbage collection frees what the first one has released.
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  let nodeCounts = await countNodes(page);
  for (;;) {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const after = await countNodes(page);
    // If rows were added between the reads, the counts belong to different moments.
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

/** Number of listeners that React adds to the checkbox, link and menu of a row. */
const LISTENERS_PER_ROW = 4;

/**
 * Returns measurements with more listeners or nodes than the first one. According to heap snapshots, listeners don't
 * vary, and other nodes vary by at most ten. A leaked form has 250 nodes and 28 listeners. It is visible only until
 * another form replaces it, so every measurement is checked.
 */
export function findLeaks([first, ...later]: readonly HeapCounts[]): HeapCounts[] {
  if (first === undefined) throw new Error("The measurement failed");
  const ownOf = ({ listeners, rows }: HeapCounts) => listeners - LISTENERS_PER_ROW * rows;
  return later.filter((counts) => ownOf(counts) > ownOf(first) + 5 || counts.others > first.others + 20);
}
