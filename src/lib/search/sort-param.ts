import type { SortStep } from "./record-order";

/** Reads a sort order as it stands in an address: "-next,title"; a column counts once. */
export function readSort(text: string): readonly SortStep[] {
  const steps = new Map<string, SortStep>();
  for (const part of text.split(",")) {
    const isDown = part.startsWith("-");
    const columnId = isDown ? part.slice(1) : part;
    if (/^[\w-]+$/.test(columnId) && !steps.has(columnId)) {
      steps.set(columnId, { columnId, direction: isDown ? "descending" : "ascending" });
    }
  }
  return [...steps.values()];
}

/** A sort order for an address; empty for none. */
export function writeSort(steps: readonly SortStep[]): string {
  return steps
    .map(({ columnId, direction }) => (direction === "descending" ? `-${columnId}` : columnId))
    .join(",");
}
