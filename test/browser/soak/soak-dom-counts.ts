// Counts the DOM nodes and listeners that the page retains after garbage collection.
import type { CDPSession, Page } from "@playwright/test";

/** Counts that were read at the same moment. */
export interface DomCounts {
  readonly listeners: number;
  /**
   * Rows in the list. Required to compare listeners, because the soak constantly adds and deletes
   * records.
   */
  readonly rows: number;
  /** DOM nodes that are attached to the page. */
  readonly attached: number;
  /** Other live DOM nodes, such as the internals of inputs and SVG images, and leaked nodes. */
  readonly others: number;
}

/** Reads the counts. The page must show the same view each time, and no heap snapshot may be in progress. */
export async function readDomCounts(page: Page, devtools: CDPSession): Promise<DomCounts> {
  // The second garbage collection frees objects that became unreachable during the first one.
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  let before = await countNodes(page);
  for (;;) {
    const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
    const after = await countNodes(page);
    // If the page changed between the reads, the counts don't belong to the same moment.
    if (after.rows === before.rows && after.attached === before.attached)
      return { listeners: jsEventListeners, ...after, others: nodes - after.attached };
    before = after;
  }
}

function countNodes(page: Page): Promise<Pick<DomCounts, "rows" | "attached">> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let attached = 1;
    while (walker.nextNode()) attached += 1;
    return { rows: document.querySelectorAll("tbody tr").length, attached };
  });
}

/** Number of listeners that React adds to the checkbox, link and menu of a row. */
const LISTENERS_PER_ROW = 4;

/**
 * Returns the counts that indicate a leak, compared with the first counts. In heap snapshots
 * without a leak, the number of listeners is constant, and the number of other nodes varies by at
 * most ten. A leaked form has 250 nodes and 28 listeners. The page releases a leaked form when it
 * retains another one instead, so all counts are checked.
 */
export function findLeaks([first, ...later]: readonly DomCounts[]): DomCounts[] {
  if (first === undefined) throw new Error("There are no counts");
  const ownOf = ({ listeners, rows }: DomCounts) => listeners - LISTENERS_PER_ROW * rows;
  return later.filter((counts) => ownOf(counts) > ownOf(first) + 5 || counts.others > first.others + 20);
}
