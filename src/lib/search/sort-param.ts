import type { SortStep } from "./record-order";

/** Reads a sort order as it stands in an address: "-next,title"; a column counts once. */
export function parseSortParam(text: string): readonly SortStep[] {
  const steps = new Map<string, SortStep>();
  for (const part of text.split(",")) {
    const isDescending = part.startsWith("-");
    const columnId = isDescending ? part.slice(1) : part;
    if (/^[\w-]+$/.test(columnId) && !steps.has(columnId)) {
      steps.set(columnId, { columnId, direction: isDescending ? "descending" : "ascending" });
    }
  }
  return [...steps.values()];
}

/** A sort order for an address; empty for none. */
export function formatSortParam(steps: readonly SortStep[]): string {
  return steps
    .map(({ columnId, direction }) => (direction === "descending" ? `-${columnId}` : columnId))
    .join(",");
}
