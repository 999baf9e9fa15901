import { createListUrlMemory } from "@/data/browser-storage/local-storage";
import { formatSortParam, parseSortParam, readChoiceParam, type SortStep } from "@/lib/url/url-state";
import { parsePagePath } from "@/lib/web-vitals/page-path";

export const MAX_PATHS = 50;

export interface Board {
  /**
   * Normalized paths without duplicates, in the order in which they were added. `ALL_PAGES` represents the whole site.
   */
  readonly paths: readonly string[];
  readonly view: "table" | "cards";
  readonly sort: readonly SortStep[];
  /** Compared paths, either none or at least two. */
  readonly compare: readonly string[];
}

const VIEWS = ["table", "cards"] as const;
const MIN_COMPARED = 2;

/** Whether the URL lists paths. Otherwise, the page shows the last board. */
export function hasPaths(search: URLSearchParams): boolean {
  return search.has("path");
}

/** Parses the URL's parameters. Ignores invalid ones. */
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

export function getPathsOverLimit(search: URLSearchParams): readonly string[] {
  return normalizePaths(search.getAll("path")).slice(MAX_PATHS);
}

function normalizePaths(texts: readonly string[]): readonly string[] {
  const paths = texts.flatMap((text) => parsePagePath(text) ?? []);
  return [...new Set(paths)];
}

/**
 * Returns the query string with "?". For an empty board, `path` is empty, because a URL without `path` shows the last
 * board.
 */
export function formatBoard({ paths, view, sort, compare }: Board): string {
  const search = new URLSearchParams();
  for (const path of paths) search.append("path", path);
  if (paths.length === 0) search.append("path", "");
  if (view !== "table") search.set("view", view);
  if (sort.length > 0) search.set("sort", formatSortParam(sort));
  if (compare.length >= MIN_COMPARED) for (const path of compare) search.append("compare", path);
  // Slashes are valid in a query string and easier to read unescaped.
  return `?${search.toString().replaceAll("%2F", "/")}`;
}

/** Appends paths up to the limit. Returns the others as rejected. */
export function addBoardPaths(
  board: Board,
  newPaths: readonly string[],
): { readonly board: Board; readonly rejectedPaths: readonly string[] } {
  const all = [...new Set([...board.paths, ...newPaths])];
  return { board: { ...board, paths: all.slice(0, MAX_PATHS) }, rejectedPaths: all.slice(MAX_PATHS) };
}

export function removeBoardPath(board: Board, path: string): Board {
  const compare = board.compare.filter((each) => each !== path);
  return {
    ...board,
    paths: board.paths.filter((each) => each !== path),
    compare: compare.length >= MIN_COMPARED ? compare : [],
  };
}

/** Stores the board's query string, so that other pages can link back to the board. */
export const { useRememberListUrl: useRememberBoard, useLastListUrl: useLastBoard } =
  createListUrlMemory<string>();
