import { createContext, type ReactNode, use } from "react";
import type { Client } from "@/http/client";

/** The connection and project that queries and mutations of a page work on. */
export interface Api {
  readonly client: Client;
  readonly projectId: string;
}

const ApiContext = createContext<Api | null>(null);

/** Gives the pages below the connection and project of the URL. */
export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** The connection and project of the current page. Throws outside `ApiProvider`. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error("useApi needs an ApiProvider above it");
  return api;
}
