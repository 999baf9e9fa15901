import { useEffect, useState } from "react";
import { defineStore, useApi } from "@/data/backend/backend";

/** Creates hooks that store the last URL of a list, to which other pages link back. */
export function createListUrlMemory<Place>() {
  /** By project. */
  const getUrls = defineStore(() => new Map<string, Place>());
  return {
    /**
     * Stores the URL while the list is shown. Behind a drawer, the current URL may belong to
     * another page and isn't stored.
     */
    useRememberListUrl(listUrl: Place, isListShown: boolean): void {
      const api = useApi();
      useEffect(() => {
        if (isListShown) getUrls(api).set(api.projectId, listUrl);
      }, [api, listUrl, isListShown]);
    },
    useLastListUrl(): Place | null {
      const api = useApi();
      const [listUrl] = useState(() => getUrls(api).get(api.projectId) ?? null);
      return listUrl;
    },
  };
}
