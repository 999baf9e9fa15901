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

interface ClientOptions extends Partial<Connection> {
  /** Defaults to the global function, which the server of the test answers. */
  readonly fetch?: Fetch;
}

/** Builds a client that retries without delays. Its key has every scope of the mocks. */
export function buildClient({
  fetch = (request) => globalThis.fetch(request),
  ...connection
}: ClientOptions = {}) {
  return createClient({ connection: { ...CONNECTION, ...connection }, fetch, sleep: async () => {} });
}

/** Builds the API of a project. */
export function buildApi({
  projectId = "1",
  ...options
}: { readonly projectId?: string } & ClientOptions = {}): Api {
  return { projectId, client: buildClient(options) };
}
