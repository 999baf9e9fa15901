import * as z from "zod/mini";
import { storePin } from "@/app/connection/connection-store";
import { normalizeBaseUrl } from "@/http/connection";

/** A server that users connect to by entering only a key. */
export interface ServerConfig {
  readonly baseUrl: string;
  readonly prefix: "environments" | "projects";
}

const configSchema = z.object({
  /** Server address. `/` is the page's own origin, which proxies the server. */
  server: z.optional(z.string()),
  prefix: z._default(z.enum(["environments", "projects"]), "environments"),
});

function isHtml(response: Response): boolean {
  return response.headers.get("content-type")?.includes("text/html") ?? false;
}

/**
 * Returns the server this deployment is pinned to in `config.json`, or null. Stores the result for the next visit.
 * @throws Error for an invalid file, because pinning must not fail open
 */
export async function loadServerConfig(signal: AbortSignal): Promise<ServerConfig | null> {
  const pinned = await fetchServerConfig(signal);
  storePin(pinned);
  return pinned;
}

async function fetchServerConfig(signal: AbortSignal): Promise<ServerConfig | null> {
  const response = await fetch("/config.json", { signal, credentials: "omit", cache: "no-cache" });
  if (response.status === 404) return null;
  // It is unknown whether a pin exists, so don't let users enter a server.
  if (!response.ok) throw new Error(`config.json: the site answered ${response.status}.`);
  // A deployment without the file may serve the app's HTML instead.
  if (isHtml(response)) return null;
  const { server, prefix } = z.parse(configSchema, await response.json());
  if (server === undefined || server === "") return null;
  if (server === "/") return { baseUrl: location.origin, prefix };
  const address = normalizeBaseUrl(server);
  if (!address.ok) throw new Error(`config.json: ${address.message}`);
  return { baseUrl: address.baseUrl, prefix };
}

export function isPinnedTo({ baseUrl, prefix }: ServerConfig, connection: ServerConfig): boolean {
  return connection.baseUrl === baseUrl && connection.prefix === prefix;
}
