import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";

/** Rows belong to the same group when they have the same key and share a part, and their time spans overlap. */
export interface GroupRule<Row> {
  /** Null excludes the row from all groups. */
  readonly key: (row: Row) => string | null;
  readonly parts: (row: Row) => readonly string[];
  /** In ms since 1970. */
  readonly span: (row: Row) => readonly [first: number, last: number];
}

const ROWS_PER_YIELD = 128;

/**
 * Groups rows that belong together, directly or through other rows. Omits rows without a group.
 * Rows in a group keep their list order.
 */
export function* groupRows<Row>(
  rows: readonly Row[],
  rule: GroupRule<Row>,
): CooperativeTask<readonly (readonly Row[])[]> {
  const byKey = new Map<string, Row[]>();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_YIELD === 0) yield;
    const key = rule.key(row);
    if (key === null) continue;
    const others = byKey.get(key);
    if (others === undefined) byKey.set(key, [row]);
    else others.push(row);
  }
  const groups: (readonly Row[])[] = [];
  for (const rowsOfKey of byKey.values())
    if (rowsOfKey.length > 1) groups.push(...(yield* splitByOverlap(rowsOfKey, rule)));
  return groups;
}

function* splitByOverlap<Row>(
  rows: readonly Row[],
  { parts, span }: GroupRule<Row>,
): CooperativeTask<Row[][]> {
  const spans: (readonly [number, number])[] = [];
  const indexesByPart = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_YIELD === 0) yield;
    spans.push(span(row));
    for (const part of new Set(parts(row))) {
      const indexes = indexesByPart.get(part);
      if (indexes === undefined) indexesByPart.set(part, [index]);
      else indexes.push(index);
    }
  }
  const sets = createDisjointSets(rows.length);
  for (const indexes of indexesByPart.values()) {
    // Rows are sorted by start, so a row that overlaps any earlier row also overlaps the one that ends last.
    const ordered = indexes.toSorted((a, b) => (spans[a]?.[0] ?? 0) - (spans[b]?.[0] ?? 0));
    let latest: { readonly index: number; readonly last: number } | null = null;
    for (const index of ordered) {
      const [first, last] = spans[index] ?? [0, 0];
      if (latest !== null && first <= latest.last) sets.union(latest.index, index);
      if (latest === null || last > latest.last) latest = { index, last };
    }
    yield;
  }
  const groups = new Map<number, Row[]>();
  for (const [index, row] of rows.entries()) {
    const root = sets.find(index);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [row]);
    else group.push(row);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Creates a union-find data structure for the numbers below `size`. */
function createDisjointSets(size: number) {
  const parents = Int32Array.from({ length: size }, (_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] ?? root] ?? root;
      root = parents[root] ?? root;
    }
    return root;
  };
  return {
    find,
    union(one: number, other: number) {
      parents[find(one)] = find(other);
    },
  };
}
