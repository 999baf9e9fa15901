import { useEffect, useState } from "react";
import { type BoardRow, boardProgress } from "@/features/vitals/model/board-rows";

/** Maximum time for which the rows wait for each other, in ms. */
const MAX_WAIT_MS = 500;

/** Whether the rows aren't shown yet. They are sorted when all paths have loaded, which would move visible rows. */
export function useWaitsForAllPaths(rows: readonly BoardRow[]): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isOver && boardProgress(rows).pending > 0;
}
