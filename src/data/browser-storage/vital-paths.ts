import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { parsePagePath } from "@/lib/web-vitals/page-path";
import { readStored, subscribeStored, writeStored } from "./local-storage";

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

const MAX_SEEN = 500;
const NO_PATHS = { board: [], seen: [] };

const storedPathsSchema = z.object({ board: z.array(z.string()), seen: z.array(z.string()) });
type StoredPaths = z.output<typeof storedPathsSchema>;

function storageKey({ client, projectId }: Api): string {
  return `environs.vital-paths.${client.connection.id}.${projectId}`;
}

/** Whether paths were ever stored, even if all of them were removed later. */
export function hasVitalPaths(api: Api): boolean {
  return readStored(storageKey(api)) !== null;
}

/** Adds the paths that are missing from the board. Ignores storage errors. */
export function addVitalPaths(api: Api, added: readonly string[]): void {
  const { board, seen } = parseStoredPaths(readStored(storageKey(api)));
  const stored = { board: normalizePaths([...board, ...added]), seen: normalizePaths([...seen, ...added]) };
  writeStored(storageKey(api), JSON.stringify(stored));
}

/** Returns the paths that were shown so far, those of the stored board first. */
export function readVitalPaths(api: Api): readonly string[] {
  const { board, seen } = parseStoredPaths(readStored(storageKey(api)));
  return [...new Set([...board, ...seen])];
}

/** Returns the paths of a connection and project. Stored on this device and synchronized between tabs. */
export function useVitalPaths(api: Api): VitalPaths {
  const key = storageKey(api);
  const text = useSyncExternalStore(subscribeStored, () => readStored(key));
  const paths = useMemo(() => parseStoredPaths(text), [text]);

  // Reads the stored paths before each change, because another tab may have changed them and its
  // storage event may not have arrived yet.
  function updatePaths(edit: (paths: StoredPaths) => StoredPaths): void {
    const before = readStored(key);
    const after = JSON.stringify(edit(parseStoredPaths(before)));
    if (after !== before) writeStored(key, after);
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

function parseStoredPaths(text: string | null): StoredPaths {
  try {
    const read = z.safeParse(storedPathsSchema, JSON.parse(text ?? "null"));
    return read.success
      ? { board: normalizePaths(read.data.board), seen: normalizePaths(read.data.seen) }
      : NO_PATHS;
  } catch {
    return NO_PATHS;
  }
}

function normalizePaths(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => parsePagePath(text) ?? []))];
}
