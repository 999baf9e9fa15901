import type { ListPage } from "@/api/parsers";

/** Returns the number of rows, including unreadable ones. */
export const countRows = ({ results, broken }: ListPage<unknown>) => results.length + broken.length;

export function dropRows<Item>(page: ListPage<Item>, dropped: number): ListPage<Item> {
  const invalidCount = page.broken.filter(({ index }) => index < dropped).length;
  return {
    ...page,
    results: page.results.slice(dropped - invalidCount),
    broken: page.broken.slice(invalidCount).map((record) => ({ ...record, index: record.index - dropped })),
  };
}

/** Returns the record of a row, null for an unreadable row, or undefined without a row. */
export function recordAt<Item>(page: ListPage<Item>, index: number): Item | null | undefined {
  if (page.broken.some((record) => record.index === index)) return null;
  return page.results[index - page.broken.filter((record) => record.index < index).length];
}
