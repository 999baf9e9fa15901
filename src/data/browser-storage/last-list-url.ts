import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/data/client/api-context";

/** The hooks that keep where a person was in a list, so that the pages behind it lead back there. */
export function createPlaceKeeper<Place>() {
  /** Where a person was last, by project. One backend has one query client; a new visit starts empty. */
  const places = new WeakMap<QueryClient, Map<string, Place>>();
  return {
    /** Keeps the place while `isThere`: under a drawer a list may stand at another page's address. */
    useKeep(place: Place, isThere: boolean): void {
      const { projectId } = useApi();
      const queries = useQueryClient();

      useEffect(() => {
        if (!isThere) return;
        const ofBackend = places.get(queries) ?? new Map<string, Place>();
        places.set(queries, ofBackend.set(projectId, place));
      }, [queries, projectId, place, isThere]);
    },
    /** Where the person was in the list before this page; null when they came by a link. */
    usePlace(): Place | null {
      const { projectId } = useApi();
      const queries = useQueryClient();
      const [place] = useState(() => places.get(queries)?.get(projectId) ?? null);
      return place;
    },
  };
}
