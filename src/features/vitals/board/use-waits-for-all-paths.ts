import { useEffect, useState } from "react";
import { type BoardRow, boardProgress } from "@/features/vitals/model/board-rows";

/** Maximum time for which the rows wait for each other, in ms. */
const MAX_WAIT_MS = 500;

/**
 * Whether to hide the rows until all paths have loaded. The final sort would move visible
 * rows. Returns false after `MAX_WAIT_MS`.
 */
export function useWaitsForAllPaths(rows: readonly BoardRow[]): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isOver && boardProgress(rows).pending > 0;
}
