import fc from "fast-check";
import { expect, it } from "vitest";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { type GroupRule, groupRows } from "./record-groups";

interface Row {
  readonly name: string;
  readonly key: string | null;
  readonly parts: readonly string[];
  readonly first: number;
  readonly last: number;
}

const RULE: GroupRule<Row> = {
  key: ({ key }) => key,
  parts: ({ parts }) => parts,
  span: ({ first, last }) => [first, last],
};

const row = (name: string, parts: string, fields: Partial<Row> = {}): Row => ({
  name,
  key: "k",
  parts: [...parts],
  first: 0,
  last: 9,
  ...fields,
});

function namesOf(rows: readonly Row[]): readonly string[] {
  return runToCompletion(groupRows(rows, RULE)).map((group) => group.map(({ name }) => name).join(""));
}

it.each<[string, readonly Row[], readonly string[]]>([
  ["by way of a third", [row("a", "x"), row("b", "xy"), row("c", "y")], ["abc"]],
  ["no key", [row("a", "x", { key: null }), row("b", "x", { key: null })], []],
  ["one after the other", [row("a", "x", { last: 3 }), row("b", "x", { first: 4 })], []],
  ["at one moment", [row("a", "x", { last: 4 }), row("b", "x", { first: 4 })], ["ab"]],
  ["the same part twice in one row", [row("a", "xx"), row("b", "y")], []],
])("%s", (_name, rows, groups) => {
  expect(namesOf(rows)).toEqual(groups);
});

const rows: fc.Arbitrary<readonly Row[]> = fc.array(
  fc
    .record({
      key: fc.constantFrom("k", "l", null),
      parts: fc.array(fc.constantFrom("v", "w", "x", "y", "z"), { maxLength: 3 }),
      first: fc.nat(6),
      length: fc.nat(4),
    })
    .map(({ key, parts, first, length }) => ({ name: "", key, parts, first, last: first + length })),
  { maxLength: 14 },
);

function overlap(one: Row, other: Row): boolean {
  const meet = one.first <= other.last && other.first <= one.last;
  return one.key !== null && one.key === other.key && meet && one.parts.some((p) => other.parts.includes(p));
}

it("agrees with comparing all pairs", () => {
  fc.assert(
    fc.property(rows, (list) => {
      const found = runToCompletion(groupRows(list, RULE));
      const groupOf = new Map(found.flatMap((group, index) => group.map((one) => [one, index] as const)));
      for (const one of list) {
        const others = list.filter((other) => other !== one && overlap(one, other));
        expect(groupOf.has(one)).toBe(others.length > 0);
        for (const other of others) expect(groupOf.get(other)).toBe(groupOf.get(one));
      }
      for (const group of found) {
        const reached = new Set(group.slice(0, 1));
        for (const from of reached) for (const to of group) if (overlap(from, to)) reached.add(to);
        expect(reached.size).toBe(group.length);
      }
    }),
  );
});
