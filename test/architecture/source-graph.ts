import { posix } from "node:path";
import type { Mention } from "./import-rules.mjs";
import { listModuleSpecifiers } from "./module-specifiers";
import { read, repositoryFiles } from "./repository-files";

const SOURCE = /\.(?:[cm]?[jt]sx?|css)$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const TEST = /\.(?:test|spec|fixture)\.[cm]?[jt]sx?$/;
const EXTENSIONS = ["", ".ts", ".tsx", ".d.ts"];

export const sourceFiles = repositoryFiles()
  .filter((path) => path.startsWith("src/") && SOURCE.test(path))
  .map((path) => path.slice("src/".length));

export function isCode(path: string): boolean {
  return SCRIPT.test(path) && !TEST.test(path) && !/\.d\.[cm]?ts$/.test(path);
}

const mentions = new Map<string, readonly Mention[]>();

/** Returns all module references of a file in src. Files are parsed once. */
export function mentionsIn(file: string): readonly Mention[] {
  const known = mentions.get(file) ?? listModuleSpecifiers(file, read(`src/${file}`));
  mentions.set(file, known);
  return known;
}

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the graph of all imports: static, `import()`, types, workers and styles. Excludes tests. */
export function importGraph(
  files: readonly string[] = sourceFiles,
  mentionsOfFile: (file: string) => readonly Mention[] = mentionsIn,
): Graph {
  const known = new Set(files);
  const resolve = (file: string, { specifier }: Mention) => {
    if (specifier === null || !/^(?:@\/|\.)/.test(specifier)) return [];
    const path = specifier.replace(/[?#].*$/, "");
    const base = path.startsWith("@/") ? path.slice(2) : posix.join(posix.dirname(file), path);
    return EXTENSIONS.map((extension) => base + extension).filter((candidate) => known.has(candidate));
  };
  return new Map(
    files
      .filter((file) => !TEST.test(file))
      .map((file) => [file, new Set(mentionsOfFile(file).flatMap((each) => resolve(file, each)))] as const),
  );
}

/** Returns a file's layer, or its feature, because features can't import each other. */
export function areaOf(file: string): string {
  const [layer = "", feature = ""] = file.split("/");
  return layer === "features" ? `${layer}/${feature}` : layer;
}

export function folderGraph(modules: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of modules)
    for (const target of targets) {
      const [from, to] = [posix.dirname(file), posix.dirname(target)];
      if (from === to || areaOf(file) !== areaOf(target)) continue;
      folders.set(from, (folders.get(from) ?? new Set()).add(to));
    }
  return folders;
}

/** Returns the nodes of a cycle in order. Empty without a cycle. */
export function findCycle(graph: Graph): readonly string[] {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): readonly string[] => {
    if (path.includes(node)) return path.slice(path.indexOf(node));
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
