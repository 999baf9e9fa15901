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

/** Returns the client and project of the current page. Throws outside of `ApiProvider`. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error("useApi needs an ApiProvider above it");
  return api;
}
