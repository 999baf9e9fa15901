export interface SortStep {
  readonly columnId: string;
  readonly direction: "ascending" | "descending";
}
