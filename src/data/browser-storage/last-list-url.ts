import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/data/client/api-context";

/** Creates hooks that store the last URL of a list, to which other pages link back. */
export function createListUrlMemory<Place>() {
  /** Last list URL of each project. Each backend has its own query client, so a new connection starts empty. */
  const urlsByClient = new WeakMap<QueryClient, Map<string, Place>>();
  return {
    /**
     * Stores the URL while the list is shown. Behind a drawer, the current URL may belong to
     * another page and isn't stored.
     */
    useRememberListUrl(listUrl: Place, isListShown: boolean): void {
      const { projectId } = useApi();
      const queryClient = useQueryClient();

      useEffect(() => {
        if (!isListShown) return;
        const urlsByProject = urlsByClient.get(queryClient) ?? new Map<string, Place>();
        urlsByClient.set(queryClient, urlsByProject.set(projectId, listUrl));
      }, [queryClient, projectId, listUrl, isListShown]);
    },
    useLastListUrl(): Place | null {
      const { projectId } = useApi();
      const queryClient = useQueryClient();
      const [listUrl] = useState(() => urlsByClient.get(queryClient)?.get(projectId) ?? null);
      return listUrl;
    },
  };
}
