import type { SortStep } from "@/lib/search/record-order";

/**
 * Returns the sort after a click on a column. The first click sorts in ascending order, the second
 * in descending order, and the third removes the sort. With `isAdditionalKey`, the other columns
 * stay in the sort.
 */
export function getNextSort(
  sort: readonly SortStep[],
  columnId: string,
  isAdditionalKey: boolean,
): readonly SortStep[] {
  const step = sort.find((each) => each.columnId === columnId);
  if (!isAdditionalKey) {
    const isSingleKey = sort.length === 1 && step !== undefined;
    if (!isSingleKey) return [{ columnId, direction: "ascending" }];
    return step.direction === "ascending" ? [{ columnId, direction: "descending" }] : [];
  }
  if (!step) return [...sort, { columnId, direction: "ascending" }];
  if (step.direction === "descending") return sort.filter((each) => each !== step);
  return sort.map((each) => (each === step ? { columnId, direction: "descending" } : each));
}
