import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useApi } from "@/data/api-context";
import { paths } from "@/lib/paths";
import type { ListFilters } from "./subscription-filters";

/** Where a person was in the list last, by project. One backend has one query client; a new visit starts empty. */
const PLACES = new WeakMap<QueryClient, Map<string, ListFilters>>();

/** Keeps the place in the list, so that the pages behind it lead back to it. */
export function useKeepListPlace(filters: ListFilters): void {
  const { projectId } = useApi();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  // Under a drawer the list may stand at another page than the one the person came from.
  const isList = pathname === paths.subscriptions(projectId);

  useEffect(() => {
    if (!isList) return;
    const places = PLACES.get(queries) ?? new Map<string, ListFilters>();
    PLACES.set(queries, places.set(projectId, filters));
  }, [queries, projectId, filters, isList]);
}

/** Where the person was in the list before this page; null when they came by a link. */
export function useListPlace(): ListFilters | null {
  const { projectId } = useApi();
  const queries = useQueryClient();
  const [place] = useState(() => PLACES.get(queries)?.get(projectId) ?? null);
  return place;
}
