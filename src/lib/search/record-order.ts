/** One step of a sort: the column, and which end comes first. */
export interface SortStep {
  readonly columnId: string;
  readonly direction: "ascending" | "descending";
}
