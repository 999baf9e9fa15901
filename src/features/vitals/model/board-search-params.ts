import type { SortStep } from "@/lib/search/record-order";
import { formatSortParam, parseSortParam } from "@/lib/search/sort-param";
import { readChoiceParam } from "@/lib/url/url-state";
import { normalizePagePath } from "@/lib/web-vitals/page-path";

/** Most paths of a board; what an address has beyond is left out, and told. */
export const MAX_PATHS = 50;

/** What the address of the board says: one link shows the same board to everybody who may see the project. */
export interface Board {
  /** Cleaned, each once, in the order in which they were added; `ALL_PAGES` among them for the whole site. */
  readonly paths: readonly string[];
  readonly view: "table" | "cards";
  /** Empty for the usual order, the worst path first. */
  readonly sort: readonly SortStep[];
  /** Paths of the board that are compared side by side; two or more, or none. */
  readonly compare: readonly string[];
}

const VIEWS = ["table", "cards"] as const;
const MIN_COMPARED = 2;

/** Whether an address names its paths. One that does not means the board that was there last. */
export function hasPaths(search: URLSearchParams): boolean {
  return search.has("path");
}

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function parseBoard(search: URLSearchParams): Board {
  const paths = normalizePaths(search.getAll("path")).slice(0, MAX_PATHS);
  const compare = normalizePaths(search.getAll("compare")).filter((path) => paths.includes(path));
  return {
    paths,
    view: readChoiceParam(search, "view", VIEWS, "table"),
    sort: parseSortParam(search.get("sort") ?? ""),
    compare: compare.length >= MIN_COMPARED ? compare : [],
  };
}

/** The paths of an address for which a board has no room, so that nobody takes it for all of them. */
export function getPathsOverLimit(search: URLSearchParams): readonly string[] {
  return normalizePaths(search.getAll("path")).slice(MAX_PATHS);
}

function normalizePaths(texts: readonly string[]): readonly string[] {
  const paths = texts.flatMap((text) => normalizePagePath(text) ?? []);
  return [...new Set(paths)];
}

/** The search of the board's address, from "?" on. A board without a path says so: it is not the one that was there last. */
export function formatBoard({ paths, view, sort, compare }: Board): string {
  const search = new URLSearchParams();
  for (const path of paths) search.append("path", path);
  if (paths.length === 0) search.append("path", "");
  if (view !== "table") search.set("view", view);
  if (sort.length > 0) search.set("sort", formatSortParam(sort));
  if (compare.length >= MIN_COMPARED) for (const path of compare) search.append("compare", path);
  // Slashes need no escape behind the question mark, and with them a person can read the link.
  return `?${search.toString().replaceAll("%2F", "/")}`;
}

/** The board with more paths, and those there was no room for. What is there already stays where it is. */
export function addBoardPaths(
  board: Board,
  newPaths: readonly string[],
): { readonly board: Board; readonly rejectedPaths: readonly string[] } {
  const all = [...new Set([...board.paths, ...newPaths])];
  return { board: { ...board, paths: all.slice(0, MAX_PATHS) }, rejectedPaths: all.slice(MAX_PATHS) };
}

/** The board without a path. */
export function removeBoardPath(board: Board, path: string): Board {
  const compare = board.compare.filter((each) => each !== path);
  return {
    ...board,
    paths: board.paths.filter((each) => each !== path),
    compare: compare.length >= MIN_COMPARED ? compare : [],
  };
}
