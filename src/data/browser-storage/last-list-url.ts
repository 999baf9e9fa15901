import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/data/client/api-context";

/** Creates hooks that remember the last URL of a list, so that pages opened from it can link back. */
export function createListUrlMemory<Place>() {
  /** The last URL of each project. Each backend has its own query client, so a new connection starts empty. */
  const urlsByClient = new WeakMap<QueryClient, Map<string, Place>>();
  return {
    /** Stores the URL while the list is shown. Behind a drawer, the list may have another page's URL. */
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
