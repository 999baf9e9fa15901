import type { SortStep } from "./record-order";

/** Parses a sort parameter, such as "-next,title". Ignores repeated columns. */
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

/** Formats a sort parameter. Returns "" without steps. */
export function formatSortParam(steps: readonly SortStep[]): string {
  return steps
    .map(({ columnId, direction }) => (direction === "descending" ? `-${columnId}` : columnId))
    .join(",");
}
