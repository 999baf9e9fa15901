import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { layerTable } from "./import-rules.mjs";
import { read, repositoryFiles } from "./repository-files";
import { areaOf, folderGraph, type Graph, importGraph, isCode, sourceFiles } from "./source-graph";

const MAX_MAP_LINES = 40;
/** A layer or feature with more folders needs a map. */
const MAX_FOLDERS_WITHOUT_MAP = 5;

const folders = [...new Set(sourceFiles.map((file) => posix.dirname(file)))].filter((path) => path !== ".");

/** Returns the names of a folder's direct children, with or without modules. */
function childrenOf(folder: string): readonly string[] {
  const below = folders.filter((path) => path.startsWith(`${folder}/`));
  return [...new Set(below.map((path) => path.slice(folder.length + 1).split("/")[0] ?? ""))];
}

const areas = [...new Set(sourceFiles.flatMap((file) => [file.split("/")[0] ?? "", areaOf(file)]))];
const mapped = areas.filter((area) => childrenOf(area).length > MAX_FOLDERS_WITHOUT_MAP);

/** Returns the folders that a map must list. Omits the folders inside a folder that has its own map. */
function foldersToMap(area: string): readonly string[] {
  const below = folders.filter((path) => path.startsWith(`${area}/`));
  const owner = (path: string) => mapped.find((other) => other !== area && path.startsWith(`${other}/`));
  const own = below.filter((path) => owner(path) === undefined || area.startsWith(`${owner(path)}/`));
  const maps = mapped.filter((other) => other.startsWith(`${area}/`));
  return [...new Set([...own, ...maps])].map((path) => path.slice(area.length + 1));
}

interface MapRow {
  readonly folder: string;
  readonly mentioned: readonly string[];
  readonly faces: readonly string[];
  readonly others: readonly string[];
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

/**
 * Returns the rows of a map. Each row has a folder, the modules that its concept text mentions, its
 * main faces, and its other modules.
 */
function rowsOf(markdown: string): readonly MapRow[] {
  return [...markdown.matchAll(/^\| `([^`]+)` \| ([^|]+) \|([^|]*)\|([^|]*)\|$/gm)].map(
    ([, folder = "", concept = "", faces = "", others = ""]) => ({
      folder,
      mentioned: namesIn(concept),
      faces: namesIn(faces),
      others: namesIn(others),
    }),
  );
}

/** Returns imports that violate the order from bottom to top. A folder may import only earlier folders. */
function upwardImports(order: readonly string[], graph: Graph): readonly string[] {
  return order.flatMap((folder, index) =>
    [...(graph.get(folder) ?? [])]
      .filter((target) => order.indexOf(target) > index)
      .map((target) => `${folder} imports ${target}`),
  );
}

const graph = folderGraph(importGraph());

describe.each(mapped)("the map of src/%s", (area) => {
  const text = read(`src/${area}/README.md`);
  const rows = rowsOf(text);

  it("lists exactly the existing folders", () => {
    expect(rows.map(({ folder }) => folder).toSorted()).toEqual(foldersToMap(area).toSorted());
  });

  it("lists only faces, and all of a folder with one or two", () => {
    const known = new Map(rows.map(({ folder }) => [folder, layerTable.faces[`${area}/${folder}`] ?? []]));
    const isOpen = (folder: string) => known.get(folder)?.includes("*") === true;
    const unknown = rows.flatMap(({ folder, faces }) =>
      faces
        .filter((face) => !isOpen(folder) && !known.get(folder)?.includes(face))
        .map((face) => `${folder}/${face}`),
    );
    const missing = rows.flatMap(({ folder, faces }) => {
      const modules = known.get(folder)?.filter((face) => face !== "*" && !face.endsWith(".css")) ?? [];
      return modules.length > 2
        ? []
        : modules.filter((face) => !faces.includes(face)).map((face) => `${folder}/${face}`);
    });
    expect({ unknown, missing }).toEqual({ unknown: [], missing: [] });
  });

  it("names only modules that exist", () => {
    const paths = new Set(repositoryFiles());
    const isFound = (folder: string, name: string) =>
      name.includes("/")
        ? paths.has(name)
        : ["ts", "tsx"].some((type) => paths.has(`src/${area}/${folder}/${name}.${type}`)) ||
          rows.some((row) => row.folder === name) ||
          name in layerTable.layers;
    const unknown = rows.flatMap(({ folder, mentioned }) =>
      mentioned.filter((name) => !isFound(folder, name)).map((name) => `${folder}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it("names every module once", () => {
    const moduleNames = (folder: string) =>
      sourceFiles
        .filter((file) => posix.dirname(file) === `${area}/${folder}` && isCode(file))
        .map((file) => posix.basename(file).replace(/\.tsx?$/, ""));
    const wrong = rows.flatMap(({ folder, mentioned, faces, others }) => {
      if (mapped.includes(`${area}/${folder}`)) return [];
      const named = new Set([...mentioned, ...faces]);
      const missing = moduleNames(folder).filter((name) => !named.has(name) && !others.includes(name));
      const repeated = others.filter((name) => named.has(name) || !moduleNames(folder).includes(name));
      return [
        ...missing.map((name) => `missing: ${folder}/${name}`),
        ...repeated.map((name) => `${folder}: ${name}`),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it("is ordered from bottom to top", () => {
    expect(
      upwardImports(
        rows.map(({ folder }) => `${area}/${folder}`),
        graph,
      ),
    ).toEqual([]);
  });

  it(`has at most ${MAX_MAP_LINES} lines`, () => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_MAP_LINES);
  });
});

describe("the maps", () => {
  it("exist for layers and features with more than five folders", () => {
    expect(mapped).toEqual(expect.arrayContaining(["lib", "data", "ui", "features", "emulator", "app"]));
    const maps = repositoryFiles().filter((path) => /^src\/.*README\.md$/.test(path));
    expect(maps.toSorted()).toEqual(mapped.map((area) => `src/${area}/README.md`).toSorted());
  });

  it("detect a planted folder and order", () => {
    expect(
      rowsOf(
        "| folder | concept | faces | others |\n|---|---|---|---|\n| `a/b` | A thing: `e` | `c`, `d.page` | `f` |\n",
      ),
    ).toEqual([{ folder: "a/b", mentioned: ["e"], faces: ["c", "d.page"], others: ["f"] }]);
    expect(upwardImports(["ui/a", "ui/b"], new Map([["ui/a", new Set(["ui/b"])]]))).toEqual([
      "ui/a imports ui/b",
    ]);
  });
});

describe("the map of test", () => {
  const text = read("test/README.md");
  const rows = [...text.matchAll(/^\| `([^`]+)` \| ([^|]+) \|([^|]+)\|$/gm)].map(
    ([, folder = "", concept = "", files = ""]) => ({ folder, concept, files: namesIn(files) }),
  );

  it("lists exactly the folders with tests", () => {
    const tests = repositoryFiles().filter((path) => /^test\/.+\/[^/]+\.(?:test|spec)\.tsx?$/.test(path));
    const supporting = ["bench", "browser/support", "journeys/support"];
    const found = new Set([...tests.map((path) => posix.dirname(path).slice("test/".length)), ...supporting]);
    found.delete("browser");
    expect(rows.map(({ folder }) => folder)).toEqual([...found].toSorted());
  });

  it("names only files that exist", () => {
    const paths = new Set(repositoryFiles());
    const unknown = rows.flatMap(({ concept, files }) =>
      [...namesIn(concept), ...files].filter((name) => !paths.has(`test/${name}`)),
    );
    expect(unknown).toEqual([]);
  });

  it(`has at most ${MAX_MAP_LINES} lines`, () => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_MAP_LINES);
  });
});

describe("README's folder map", () => {
  const [, block = ""] = /```text\n(src\/[\s\S]*?)```/.exec(read("README.md")) ?? [];
  const listed = [...block.matchAll(/^src\/(\S+)((?:\s+[\w-]+)+?)(?=\nsrc\/|\n*$(?![\s\S]))/gm)].map(
    ([, layer = "", names = ""]) => ({ layer, names: names.trim().split(/\s+/) }),
  );

  it("lists exactly the folders of every layer", () => {
    const layers = Object.keys(layerTable.layers).filter((layer) => childrenOf(layer).length > 0);
    expect(listed.map(({ layer }) => layer).toSorted()).toEqual(layers.toSorted());
    for (const { layer, names } of listed) expect(names.toSorted()).toEqual(childrenOf(layer).toSorted());
  });

  it("is ordered from bottom to top", () => {
    for (const { layer, names } of listed)
      expect(
        upwardImports(
          names.map((name) => `${layer}/${name}`),
          graph,
        ),
      ).toEqual([]);
  });
});
