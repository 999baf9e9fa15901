import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/data/client/api-context";

/** The hooks that keep where a person was in a list, so that the pages behind it lead back there. */
export function createListUrlMemory<Place>() {
  /** Where a person was last, by project. One backend has one query client; a new visit starts empty. */
  const urlsByClient = new WeakMap<QueryClient, Map<string, Place>>();
  return {
    /** Keeps the place while `isThere`: under a drawer a list may stand at another page's address. */
    useRememberListUrl(listUrl: Place, isListShown: boolean): void {
      const { projectId } = useApi();
      const queryClient = useQueryClient();

      useEffect(() => {
        if (!isListShown) return;
        const urlsByProject = urlsByClient.get(queryClient) ?? new Map<string, Place>();
        urlsByClient.set(queryClient, urlsByProject.set(projectId, listUrl));
      }, [queryClient, projectId, listUrl, isListShown]);
    },
    /** Where the person was in the list before this page; null when they came by a link. */
    useLastListUrl(): Place | null {
      const { projectId } = useApi();
      const queryClient = useQueryClient();
      const [listUrl] = useState(() => urlsByClient.get(queryClient)?.get(projectId) ?? null);
      return listUrl;
    },
  };
}
