import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { layerTable } from "./import-rules.mjs";
import { listModuleSpecifiers } from "./module-specifiers";
import { repositoryFiles } from "./repository-files";
import { findCycle, folderGraph, importGraph, isCode, mentionsIn, sourceFiles } from "./source-graph";

const MAX_CODE_FILES = 21;

/** Returns folders with more than `MAX_CODE_FILES` modules, not counting tests. */
function crowdedFolders(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter(isCode)) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_CODE_FILES)
    .map(([folder, count]) => `${folder}: ${count}`);
}

/**
 * Returns the files whose base name repeats that of an earlier file in the same layer. `.page` and
 * `.worker` are part of a base name.
 */
function repeatedNames(files: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return files.filter(isCode).filter((file) => {
    const name = `${file.split("/")[0]}: ${posix.basename(file).replace(/\.[^.]+$/, "")}`;
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated;
  });
}

describe("folders", () => {
  const paths = repositoryFiles().filter((path) => /^(?:src|test)\//.test(path));

  it("have at most 21 modules", () => {
    expect(crowdedFolders(paths)).toEqual([]);
  });

  it("of a layer have unique module names", () => {
    expect(repeatedNames(sourceFiles)).toEqual([]);
  });

  it("are reported when crowded or with duplicate names", () => {
    const many = Array.from({ length: MAX_CODE_FILES + 1 }, (_, index) => `src/ui/a/part-${index}.tsx`);
    expect(crowdedFolders(many)).toEqual(["src/ui/a: 22"]);
    expect(crowdedFolders([...many.slice(1), "src/ui/a/part.test.ts", "src/ui/a/part.css"])).toEqual([]);
    expect(repeatedNames(["data/a/sort.ts", "data/b/sort.tsx", "lib/a/sort.ts"])).toEqual([
      "data/b/sort.tsx",
    ]);
    expect(repeatedNames(["data/a/sort.ts", "data/a/sort.worker.ts", "data/a/sort.test.ts"])).toEqual([]);
  });
});

describe("imports", () => {
  const modules = importGraph();

  it("are found", () => {
    expect(modules.get("main.tsx")).toContain("emulator/hosts/browser.ts");
    expect(folderGraph(modules).get("data/journal")).toContain("data/client");
  });

  it("have no module cycle", () => {
    expect(findCycle(modules)).toEqual([]);
  });

  it("have no folder cycle inside of a layer or feature", () => {
    expect(findCycle(folderGraph(modules))).toEqual([]);
  });

  it.each([
    ["of modules, by a type", { "ui/a/x.ts": 'import "./y";', "ui/a/y.ts": 'import type { X } from "./x";' }],
    ["of modules, later", { "ui/a/x.ts": 'import "./y";', "ui/a/y.ts": 'import("./x");' }],
  ])("report a module cycle: %s", (_kind, sources) => {
    expect(findCycle(planted(sources))).toEqual(["ui/a/x.ts", "ui/a/y.ts"]);
  });

  it("report a folder cycle: %s", () => {
    const graph = planted({
      "ui/a/one.ts": 'import type { Two } from "@/ui/b/two";',
      "ui/a/other.ts": "export const x = 1;",
      "ui/b/two.ts": "export interface Two {}",
      "ui/b/more.ts": 'const later = () => import("@/ui/a/other");',
    });
    expect(findCycle(graph)).toEqual([]);
    expect(findCycle(folderGraph(graph))).toEqual(["ui/a", "ui/b"]);
  });
});

function planted(sources: Readonly<Record<string, string>>) {
  return importGraph(Object.keys(sources), (file) => listModuleSpecifiers(file, sources[file] ?? ""));
}

describe("faces", () => {
  /** Returns a face in the table's notation: `folder/name` without the extension. */
  const faceOf = (file: string) => file.replace(/\.tsx?$/, "");
  const used = new Set(
    sourceFiles.flatMap((file) =>
      mentionsIn(file)
        .map(({ specifier }) => specifier ?? "")
        .filter((specifier) => specifier.startsWith("@/"))
        .map((specifier) => faceOf(specifier.slice(2))),
    ),
  );
  const named = Object.entries(layerTable.faces).flatMap(([folder, faces]) =>
    faces.filter((face) => face !== "*").map((face) => `${folder}/${face}`),
  );

  it("exist", () => {
    const existing = new Set(sourceFiles.map(faceOf));
    expect(named.filter((face) => !existing.has(face))).toEqual([]);
  });

  it("are listed for exactly the folders that others import", () => {
    const folders = new Set(sourceFiles.map((file) => posix.dirname(file)));
    expect(Object.keys(layerTable.faces).filter((folder) => !folders.has(folder))).toEqual([]);
    expect([...used].filter((face) => !(posix.dirname(face) in layerTable.faces))).toEqual([]);
  });

  it("are all imported by another folder", () => {
    expect(named.filter((face) => !used.has(face))).toEqual([]);
  });
});
