import { createContext, type ReactNode, use } from "react";
import type { Client } from "@/http/client";

export interface Api {
  readonly client: Client;
  readonly projectId: string;
}

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** Returns the current page's client and project. Throws outside `ApiProvider`. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error("useApi needs an ApiProvider above it");
  return api;
}
