/** Returns the visible columns in default order. Ignores unknown IDs. */
export function getVisibleColumns<Column extends { readonly id: string }>(
  columns: readonly Column[],
  leadColumnId: string,
  visibleIds: readonly string[],
): readonly Column[] {
  return columns.filter(({ id }) => id === leadColumnId || visibleIds.includes(id));
}
