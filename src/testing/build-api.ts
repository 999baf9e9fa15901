import { createClient } from "@/api/client";
import type { Connection, Fetch } from "@/api/connection";
import type { UsageStorage } from "@/api/request-usage";
import type { Api } from "@/data/client/api-context";

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

/** Creates a storage in memory, which several clients can share as tabs do. */
export function createMemoryStorage(): UsageStorage["area"] {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
  };
}
