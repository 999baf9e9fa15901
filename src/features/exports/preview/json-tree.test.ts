import { expect, it } from "vitest";
import { parseJsonOutline, sourceTextAt } from "@/lib/file/json-reader";
import { createJsonTree, type TreeItem } from "./json-view";

const buildTree = (text: string) => createJsonTree(text, parseJsonOutline(text));

function formatLine({ level, name, value, isOpen }: TreeItem): string {
  const marker = isOpen === null ? " " : isOpen ? "v" : ">";
  const shown = value.kind === "scalar" ? value.sourceText : `${value.kind} of ${value.count}`;
  return `${"  ".repeat(level - 1)}${marker} ${name ?? "$"}: ${shown}`;
}

const renderTree = (text: string, open?: ReadonlySet<string>) => {
  const tree = buildTree(text);
  return tree.items(open ?? tree.initiallyOpen()).map(formatLine);
};

it("show the source text", () => {
  expect(renderTree('{"id": 12345678901234567890, "a": ["x\\n", true, null, {}], "b": 1.50}')).toEqual([
    "v $: object of 3",
    "    id: 12345678901234567890",
    "  v a: list of 4",
    '      0: "x\\n"',
    "      1: true",
    "      2: null",
    "      3: object of 0",
    "    b: 1.50",
  ]);
});

it("expand initially as many levels as fit", () => {
  const manyItems = JSON.stringify({ rows: Array.from({ length: 60 }, (_, index) => index), name: "a" });
  expect(renderTree(manyItems)).toEqual(["v $: object of 2", "  > rows: list of 60", '    name: "a"']);
});

it("are added 100 at a time", () => {
  const text = JSON.stringify(Array.from({ length: 250 }, (_, index) => index));
  const tree = buildTree(text);
  const first = tree.items(tree.initiallyOpen());
  expect(first).toHaveLength(102);
  expect(first.slice(-2).map(formatLine)).toEqual(["    99: 99", "  > $: more of 150"]);
  expect(first.at(-1)).toMatchObject({ level: 2, index: 101, siblingCount: 101 });
  const second = tree.items(new Set([...tree.initiallyOpen(), first.at(-1)?.id ?? ""]));
  expect(second.slice(-2).map(formatLine)).toEqual(["    199: 199", "  > $: more of 50"]);
  const all = tree.items(new Set([...tree.initiallyOpen(), first.at(-1)?.id ?? "", second.at(-1)?.id ?? ""]));
  expect(all.at(-1)).toMatchObject({ name: "249", level: 2, index: 250, siblingCount: 250 });
});

it("have a source text", () => {
  const text = '{"a b": [{"c": 1.0}], "d": {"é": "x"}}';
  const tree = buildTree(text);
  expect(tree.items(tree.initiallyOpen()).map(({ offset }) => sourceTextAt(text, offset))).toEqual([
    text,
    '[{"c": 1.0}]',
    '{"c": 1.0}',
    "1.0",
    '{"é": "x"}',
    '"x"',
  ]);
});

it("truncate long text, but copy all of it", () => {
  const long = JSON.stringify("x".repeat(1_000));
  const tree = buildTree(long);
  const [item] = tree.items(new Set());
  expect(item && formatLine(item)).toHaveLength("  $: ".length + 301);
  expect(item && sourceTextAt(long, item.offset)).toBe(long);
});
