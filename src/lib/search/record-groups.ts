import { type CooperativeTask, forEachInSteps } from "@/lib/scheduler/cooperative-task";

/** Rows belong to the same group when they have the same key and share a part, and their time spans overlap. */
export interface GroupRule<Row> {
  /** Null excludes the row from all groups. */
  readonly key: (row: Row) => string | null;
  readonly parts: (row: Row) => readonly string[];
  /** In ms since 1970. */
  readonly span: (row: Row) => readonly [first: number, last: number];
}

const ROWS_PER_STEP = 128;

/** Adds an item to its group. Creates the group if it doesn't exist. */
export function addToGroup<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/**
 * Groups rows that belong together, directly or through other rows. Omits rows without a group.
 * Rows in a group keep their list order.
 */
export function* groupRows<Row>(
  rows: readonly Row[],
  rule: GroupRule<Row>,
): CooperativeTask<readonly (readonly Row[])[]> {
  const byKey = new Map<string, Row[]>();
  yield* forEachInSteps(rows, ROWS_PER_STEP, (row) => {
    const key = rule.key(row);
    if (key !== null) addToGroup(byKey, key, row);
  });
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
  yield* forEachInSteps(rows, ROWS_PER_STEP, (row, index) => {
    spans.push(span(row));
    for (const part of new Set(parts(row))) addToGroup(indexesByPart, part, index);
  });
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
  for (const [index, row] of rows.entries()) addToGroup(groups, sets.find(index), row);
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
