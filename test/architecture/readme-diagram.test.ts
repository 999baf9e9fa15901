import { expect, it } from "vitest";
import layers from "./layers.json";
import { read } from "./repository-files";

const ARROW = /^\s*(\w+)(?:\[[^\]]*\])? (-->|-\.[^>]*\.->) (\w+)/;

/** Who knows whom by the drawing in README: fat arrows are requests, not imports. */
function drawnImports(): readonly (readonly [from: string, to: string])[] {
  const [, drawing = ""] = /```mermaid\n([\s\S]*?)```/.exec(read("README.md")) ?? [];
  return drawing.split("\n").flatMap((line) => {
    const [, from, , to] = ARROW.exec(line) ?? [];
    return from === undefined || to === undefined ? [] : [[from, to] as const];
  });
}

const importsOf = new Map<string, readonly string[]>([
  ...Object.entries(layers.layers).map(([name, { imports }]) => [name, imports] as const),
  ["main", [...layers.entries["main.tsx"].imports, ...layers.entries["main.tsx"].dynamic]],
]);

it("README's drawing shows every layer, and no import that the rules forbid", () => {
  const drawn = drawnImports();
  expect(new Set(drawn.flat())).toEqual(new Set(importsOf.keys()));
  expect(drawn.filter(([from, to]) => !importsOf.get(from)?.includes(to))).toEqual([]);
});
