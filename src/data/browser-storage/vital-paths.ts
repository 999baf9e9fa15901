import { useMemo } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/backend/backend";
import { parsePagePath } from "@/lib/web-vitals/page-path";
import { defineSetting, projectScope } from "./local-storage";

export interface VitalPaths {
  /** Paths of the last board, in display order. */
  readonly board: readonly string[];
  /** Paths used so far, newest first. */
  readonly seen: readonly string[];
  /** Stores the paths of the current board. Ignores storage errors. */
  readonly remember: (board: readonly string[]) => void;
  /** Removes paths from `seen`, except those on the board. */
  readonly forget: (paths: readonly string[]) => void;
}

type StoredPaths = Pick<VitalPaths, "board" | "seen">;

const MAX_SEEN = 500;
const vitalPaths = defineSetting<StoredPaths>(
  "vital-paths",
  z.object({ board: z.array(z.string()), seen: z.array(z.string()) }),
  { board: [], seen: [] },
);

function readPaths(api: Api) {
  return normalize(vitalPaths.read(projectScope(api)));
}

/** Whether paths were ever stored, even if all of them were removed later. */
export function hasVitalPaths(api: Api): boolean {
  return vitalPaths.isStored(projectScope(api));
}

/** Adds the paths that are missing from the board. Ignores storage errors. */
export function addVitalPaths(api: Api, added: readonly string[]): void {
  const { board, seen } = readPaths(api);
  const stored = { board: normalizePaths([...board, ...added]), seen: normalizePaths([...seen, ...added]) };
  vitalPaths.write(projectScope(api), stored);
}

/** Returns the paths that were shown so far, those of the stored board first. */
export function readVitalPaths(api: Api): readonly string[] {
  const { board, seen } = readPaths(api);
  return [...new Set([...board, ...seen])];
}

/** Returns the paths of a connection and project. Stored on this device and synchronized between tabs. */
export function useVitalPaths(api: Api): VitalPaths {
  const scope = projectScope(api);
  const stored = vitalPaths.useValue(scope);
  const paths = useMemo(() => normalize(stored), [stored]);

  // Reads the stored paths before each change, because another tab may have changed them and its
  // storage event may not have arrived yet.
  function updatePaths(edit: (paths: StoredPaths) => StoredPaths): void {
    const before = vitalPaths.read(scope);
    const after = edit(normalize(before));
    if (JSON.stringify(after) !== JSON.stringify(before)) vitalPaths.write(scope, after);
  }

  return {
    ...paths,
    remember: (board) =>
      updatePaths(({ seen }) => {
        const newest = [...board].reverse().filter((path) => !seen.includes(path));
        return { board: [...board], seen: [...newest, ...seen].slice(0, MAX_SEEN) };
      }),
    forget: (removed) =>
      updatePaths(({ board, seen }) => ({
        board,
        seen: seen.filter((path) => board.includes(path) || !removed.includes(path)),
      })),
  };
}

function normalize({ board, seen }: StoredPaths) {
  return { board: normalizePaths(board), seen: normalizePaths(seen) };
}

function normalizePaths(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => parsePagePath(text) ?? []))];
}
