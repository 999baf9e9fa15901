/** Columns to show, in their usual order: the leading one, and those that were chosen; ids nobody knows are left out. */
export function chosenColumns<Column extends { readonly id: string }>(
  all: readonly Column[],
  lead: string,
  chosen: readonly string[],
): readonly Column[] {
  return all.filter(({ id }) => id === lead || chosen.includes(id));
}
