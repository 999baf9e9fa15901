import { useLayoutEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { createLruCache } from "@/ui/hooks/scroll-restoration";
import type { RowId, RowMetrics, RowSpan } from "./data-table-types";

/** Row that has or last had focus. */
export interface ActiveRow {
  readonly id: RowId;
  readonly index: number;
}

interface CachedRows {
  readonly metrics: RowMetrics | null;
  readonly range: RowSpan | null;
  readonly active: ActiveRow | null;
}

/** Row state that outlives the table, so that Back and Forward can restore it. */
export interface RowCache {
  readonly read: () => CachedRows;
  readonly update: (part: Partial<CachedRows>) => void;
}

function createRowCache(): RowCache {
  let cached: CachedRows = { metrics: null, range: null, active: null };
  return {
    read: () => cached,
    update: (part) => {
      cached = { ...cached, ...part };
    },
  };
}

const caches = createLruCache<RowCache>();

/**
 * Returns a table's cache. After Back or Forward, returns the previous cache, so that the same rows
 * appear immediately.
 */
export function useRowCache(label: string): RowCache {
  const cacheKey = `${useLocation().key} ${label}`;
  const navigationType = useNavigationType();
  const [cache] = useState(
    () => (navigationType === "POP" ? caches.get(cacheKey) : undefined) ?? createRowCache(),
  );
  useLayoutEffect(() => caches.set(cacheKey, cache), [cacheKey, cache]);
  return cache;
}
