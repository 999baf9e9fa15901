import { expect, it } from "vitest";
import { type LayerTable, layerTable } from "./import-rules.mjs";
import { read } from "./repository-files";

const ARROW = /^\s*(\w+)(?:\[[^\]]*\])? (-->|-\.[^>]*\.->) (\w+)/;

/** Returns the imports in README's diagram. Thick arrows are requests, not imports. */
function readDiagramImports(): readonly (readonly [from: string, to: string])[] {
  const [, drawing = ""] = /```mermaid\n([\s\S]*?)```/.exec(read("README.md")) ?? [];
  return drawing.split("\n").flatMap((line) => {
    const [, from, , to] = ARROW.exec(line) ?? [];
    return from === undefined || to === undefined ? [] : [[from, to] as const];
  });
}

/** The layers and the entry point. The diagram omits `testing`, which only tests use. */
const importers: Readonly<Record<string, LayerTable["layers"][string]>> = {
  ...layerTable.layers,
  main: layerTable.entries["main.tsx"] ?? { imports: [] },
};
const listImports = new Map(
  Object.entries(importers)
    .filter(([, rule]) => !rule.testsOnly)
    .map(([name, { imports, dynamic = [] }]) => [name, [...imports, ...dynamic]] as const),
);

it("README's diagram shows every layer, and no forbidden import", () => {
  const diagramImports = readDiagramImports();
  expect(new Set(diagramImports.flat())).toEqual(new Set(listImports.keys()));
  expect(diagramImports.filter(([from, to]) => !listImports.get(from)?.includes(to))).toEqual([]);
});
