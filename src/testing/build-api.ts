import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import type { Connection, Fetch } from "@/http/connection";

const CONNECTION: Connection = {
  id: "https://x.test environments",
  label: "x.test",
  baseUrl: "https://x.test",
  prefix: "environments",
  key: "phx_demo_all",
};

/** The server of the test responds. */
const fetchFromServer: Fetch = (request) => fetch(request);

/** Builds a client that retries without delays. */
export function buildClient(fetch: Fetch = fetchFromServer, connection: Partial<Connection> = {}) {
  return createClient({ connection: { ...CONNECTION, ...connection }, fetch, sleep: async () => {} });
}

/** Builds the API of a project. */
export function buildApi({
  projectId = "1",
  fetch = fetchFromServer,
  ...connection
}: { readonly projectId?: string; readonly fetch?: Fetch } & Partial<Connection> = {}): Api {
  return { projectId, client: buildClient(fetch, connection) };
}
