import { useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate, useNavigation, useNavigationType } from "react-router-dom";
import { isSamePath } from "@/lib/url/paths";

/** `edit` returns the new search string with "?", or null. Returns false if nothing changed. */
export type EditSearchParams = (
  edit: (current: URLSearchParams) => string | null,
  options?: { readonly replace: boolean },
) => boolean;

/**
 * `edit` receives the parameters of the browser's URL, because those of the last render may be outdated. Does nothing
 * if another page or drawer is open or loading, because the change would navigate back.
 */
export function useEditSearchParams(path: string): EditSearchParams {
  const navigate = useNavigate();
  const { location: nextLocation } = useNavigation();
  return (edit, { replace } = { replace: true }) => {
    const { pathname, search } = window.location;
    const isStaying = nextLocation === undefined || isSamePath(nextLocation.pathname, path);
    const next = isStaying && isSamePath(pathname, path) ? edit(new URLSearchParams(search)) : null;
    if (next === null) return false;
    void navigate(path + next, { replace });
    return true;
  };
}

/** Returns a page's filters from its URL, and a function that changes some of them like `useEditSearchParams`. */
export function useFilterParams<Filters>(
  path: string,
  parse: (params: URLSearchParams) => Filters,
  format: (filters: Filters) => string,
) {
  const { search } = useLocation();
  const filters = useMemo(() => parse(new URLSearchParams(search)), [parse, search]);
  const editAddress = useEditSearchParams(path);
  const updateFilters = (changes: Partial<Filters>, options?: { readonly replace: boolean }) =>
    editAddress((params) => format({ ...parse(params), ...changes }), options);
  return { filters, updateFilters };
}

/** Whether the user has left this page, or is leaving it. A response must not navigate back. */
export function useIsUnmountedRoute(): () => boolean {
  const { pathname } = useLocation();
  const { location: nextLocation } = useNavigation();
  const isUnmounted = useRef(false);
  const isLeaving = useRef(false);
  useLayoutEffect(() => {
    isLeaving.current = nextLocation !== undefined && nextLocation.pathname !== pathname;
  }, [nextLocation, pathname]);
  useLayoutEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return () => isUnmounted.current || isLeaving.current || globalThis.location.pathname !== pathname;
}

export interface CloseDrawer {
  /** Returns to the previous page. Opens `fallbackPath` when the drawer was the first page of the visit. */
  readonly goBack: () => void;
  readonly goTo: (path: string) => void;
}

/** Back doesn't reopen the drawer. The functions do nothing after the user has left the drawer's page. */
export function useCloseDrawer(fallbackPath: string): CloseDrawer {
  const navigate = useNavigate();
  const { key } = useLocation();
  const isRouteUnmounted = useIsUnmountedRoute();
  function goTo(path: string) {
    if (!isRouteUnmounted()) void navigate(path, { replace: true });
  }
  function goBack() {
    // The router uses this key for the first page of a visit.
    if (key === "default") goTo(fallbackPath);
    else if (!isRouteUnmounted()) void navigate(-1);
  }
  return { goTo, goBack };
}

const scrollPositions = new Map<string, number>();

/**
 * Restores the scroll position after Back and Forward as soon as `isReady`. The router restores it when the page is
 * rendered, which is too early for lists that are still filtered. `key` distinguishes pages at the same path.
 */
export function useScrollRestoration(key: string, isReady: boolean): void {
  const entryKey = `${key} ${useLocation().key}`;
  const navigationType = useNavigationType();
  // A URL change on the same page doesn't restore a position.
  const pendingEntry = useRef(navigationType === "POP" ? entryKey : null);

  useLayoutEffect(() => {
    if (!isReady || pendingEntry.current !== entryKey) return;
    pendingEntry.current = null;
    const y = scrollPositions.get(entryKey);
    if (y !== undefined) window.scrollTo(0, y);
  }, [entryKey, isReady]);

  // Removes the listener before the browser scrolls, when the next page is shorter.
  useLayoutEffect(() => {
    const savePosition = () => {
      if (pendingEntry.current !== entryKey) scrollPositions.set(entryKey, window.scrollY);
    };
    savePosition();
    window.addEventListener("scroll", savePosition, { passive: true });
    return () => window.removeEventListener("scroll", savePosition);
  }, [entryKey]);
}

type Id = string | number;

/** Returns the index of a row by ID, or -1. Tries `expectedIndex` first. */
export function findRowIndex<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => Id,
  id: Id,
  expectedIndex = 0,
): number {
  const guess = rows[expectedIndex];
  if (guess !== undefined && rowId(guess) === id) return expectedIndex;
  return rows.findIndex((row) => rowId(row) === id);
}

const MAX_CANDIDATES = 24;

/** Finds the first row at or after `startIndex` that still exists. Returns its previous and current index. */
export function findScrollAnchor<Row>(
  before: readonly Row[],
  now: readonly Row[],
  rowId: (row: Row) => Id,
  startIndex: number,
): { readonly before: number; readonly now: number } | null {
  const candidates = new Map<Id, number>();
  before.slice(startIndex, startIndex + MAX_CANDIDATES).forEach((row, offset) => {
    candidates.set(rowId(row), startIndex + offset);
  });
  let best: { readonly before: number; readonly now: number } | null = null;
  for (const [index, row] of now.entries()) {
    const previousIndex = candidates.get(rowId(row));
    if (previousIndex === undefined || (best && best.before <= previousIndex)) continue;
    best = { before: previousIndex, now: index };
    if (previousIndex === startIndex) break;
  }
  return best;
}
