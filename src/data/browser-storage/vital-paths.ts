import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { cleanPath } from "@/lib/web-vitals/page-path";
import { listenKept, readKept, writeKept } from "./local-storage";

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
const MOST_SEEN = 500;
const NOTHING = { board: [], seen: [] };

const kept = z.object({ board: z.array(z.string()), seen: z.array(z.string()) });
type Kept = z.output<typeof kept>;

/** The paths for a connection and project: kept on this device, and the same in all tabs. */
export function useVitalPaths({ client, projectId }: Api): VitalPaths {
  const key = `environs.vital-paths.${client.connection.id}.${projectId}`;
  const text = useSyncExternalStore(listenKept, () => readKept(key));
  const paths = useMemo(() => parse(text), [text]);

  // Read again before each change: another tab may have been faster than its event.
  function change(edit: (paths: Kept) => Kept): void {
    const before = readKept(key);
    const after = JSON.stringify(edit(parse(before)));
    if (after !== before) writeKept(key, after);
  }

  return {
    ...paths,
    remember: (board) =>
      change(({ seen }) => {
        const newest = [...board].reverse().filter((path) => !seen.includes(path));
        return { board: [...board], seen: [...newest, ...seen].slice(0, MOST_SEEN) };
      }),
    forget: (gone) =>
      change(({ board, seen }) => ({
        board,
        seen: seen.filter((path) => board.includes(path) || !gone.includes(path)),
      })),
  };
}

/** What others wrote there is left out rather than trusted. */
function parse(text: string | null): Kept {
  try {
    const read = z.safeParse(kept, JSON.parse(text ?? "null"));
    return read.success ? { board: cleaned(read.data.board), seen: cleaned(read.data.seen) } : NOTHING;
  } catch {
    return NOTHING;
  }
}

function cleaned(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => cleanPath(text) ?? []))];
}
