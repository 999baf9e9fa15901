import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { normalizePagePath } from "@/lib/web-vitals/page-path";
import { readStored, subscribeStored, writeStored } from "./local-storage";

/** The paths that a person had on the board of a project. */
export interface VitalPaths {
  /** Those of the board that was there last, in its order. */
  readonly board: readonly string[];
  /** Every path that was on a board, the latest first. */
  readonly seen: readonly string[];
  /** Keeps the paths of the board that is there now. What the browser does not let the page keep is not kept. */
  readonly remember: (board: readonly string[]) => void;
  /** Forgets paths that were seen; those of the board stay. */
  readonly forget: (paths: readonly string[]) => void;
}

/** Paths that are kept at most: more than a person looks through. */
const MAX_SEEN = 500;
const NO_PATHS = { board: [], seen: [] };

const storedPathsSchema = z.object({ board: z.array(z.string()), seen: z.array(z.string()) });
type StoredPaths = z.output<typeof storedPathsSchema>;

/** The paths for a connection and project: kept on this device, and the same in all tabs. */
export function useVitalPaths({ client, projectId }: Api): VitalPaths {
  const key = `environs.vital-paths.${client.connection.id}.${projectId}`;
  const text = useSyncExternalStore(subscribeStored, () => readStored(key));
  const paths = useMemo(() => parseStoredPaths(text), [text]);

  // Read again before each change: another tab may have been faster than its event.
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

/** What others wrote there is left out rather than trusted. */
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
  return [...new Set(texts.flatMap((text) => normalizePagePath(text) ?? []))];
}
