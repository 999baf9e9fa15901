/** Columns to show, in their usual order: the leading one, and those that were chosen; ids nobody knows are left out. */
export function getVisibleColumns<Column extends { readonly id: string }>(
  columns: readonly Column[],
  leadColumnId: string,
  visibleIds: readonly string[],
): readonly Column[] {
  return columns.filter(({ id }) => id === leadColumnId || visibleIds.includes(id));
}
