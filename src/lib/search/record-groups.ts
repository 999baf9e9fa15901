import type { SlicedWork } from "@/lib/scheduler/cooperative-task";

/** When rows belong together: the same key, a part that both have, and a time in which both are there. */
export interface GroupRule<Row> {
  /** Null: the row belongs to no other. */
  readonly key: (row: Row) => string | null;
  readonly parts: (row: Row) => readonly string[];
  /** First and last moment of the row, in ms since 1970. */
  readonly span: (row: Row) => readonly [first: number, last: number];
}

const ROWS_BETWEEN_RESTS = 128;

/** The groups of rows that belong together, be it by way of a third one; groups and rows in the order of the list. */
export function* groupRows<Row>(
  rows: readonly Row[],
  rule: GroupRule<Row>,
): SlicedWork<readonly (readonly Row[])[]> {
  const byKey = new Map<string, Row[]>();
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_BETWEEN_RESTS === 0) yield;
    const key = rule.key(row);
    if (key === null) continue;
    const others = byKey.get(key);
    if (others === undefined) byKey.set(key, [row]);
    else others.push(row);
  }
  const groups: (readonly Row[])[] = [];
  for (const alike of byKey.values()) if (alike.length > 1) groups.push(...(yield* splitAlike(alike, rule)));
  return groups;
}

/** Among rows of one key, those that share a part at some time. */
function* splitAlike<Row>(rows: readonly Row[], { parts, span }: GroupRule<Row>): SlicedWork<Row[][]> {
  const spans: (readonly [number, number])[] = [];
  const holders = new Map<string, number[]>();
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_BETWEEN_RESTS === 0) yield;
    spans.push(span(row));
    for (const part of new Set(parts(row))) {
      const places = holders.get(part);
      if (places === undefined) holders.set(part, [place]);
      else places.push(place);
    }
  }
  const sets = createSets(rows.length);
  for (const places of holders.values()) {
    // By their beginning each can meet only what has lasted until then.
    const ordered = places.toSorted((a, b) => (spans[a]?.[0] ?? 0) - (spans[b]?.[0] ?? 0));
    let latest: { readonly place: number; readonly last: number } | null = null;
    for (const place of ordered) {
      const [first, last] = spans[place] ?? [0, 0];
      if (latest !== null && first <= latest.last) sets.join(latest.place, place);
      if (latest === null || last > latest.last) latest = { place, last };
    }
    yield;
  }
  const groups = new Map<number, Row[]>();
  for (const [place, row] of rows.entries()) {
    const root = sets.find(place);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [row]);
    else group.push(row);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Disjoint sets of the numbers below `size`. */
function createSets(size: number) {
  const parents = Int32Array.from({ length: size }, (_, place) => place);
  const find = (place: number): number => {
    let root = place;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] ?? root] ?? root;
      root = parents[root] ?? root;
    }
    return root;
  };
  return {
    find,
    join(one: number, other: number) {
      parents[find(one)] = find(other);
    },
  };
}
