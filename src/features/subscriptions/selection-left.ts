import type { RowId } from "@/ui/data-table";

/** The selection without records that the list does not have any more; the same one while all are there. */
export function withoutGone(
  selection: ReadonlySet<RowId>,
  records: readonly { readonly id: number }[],
): ReadonlySet<RowId> {
  if (selection.size === 0) return selection;
  const left = records.flatMap(({ id }) => (selection.has(id) ? [id] : []));
  return left.length === selection.size ? selection : new Set(left);
}
