import * as z from "zod/mini";
import { storePin } from "@/app/connection/connection-storage";
import { normalizeBaseUrl } from "@/http/connection";

/** A server for which users enter only a key. */
export interface ServerConfig {
  readonly baseUrl: string;
  readonly prefix: "environments" | "projects";
}

const configSchema = z.object({
  /** Server address. `/` is the app's own origin, where a proxy forwards requests to the server. */
  server: z.optional(z.string()),
  prefix: z._default(z.enum(["environments", "projects"]), "environments"),
});

function isHtml(response: Response): boolean {
  return response.headers.get("content-type")?.includes("text/html") ?? false;
}

/**
 * Returns the server to which `config.json` pins this deployment, or null. Stores the result for
 * the next visit.
 * @throws if the file can't be loaded or is invalid, so that an error never lets users enter
 * another server
 */
export async function loadServerConfig(signal: AbortSignal): Promise<ServerConfig | null> {
  const pinned = await fetchServerConfig(signal);
  storePin(pinned);
  return pinned;
}

async function fetchServerConfig(signal: AbortSignal): Promise<ServerConfig | null> {
  const response = await fetch("/config.json", { signal, credentials: "omit", cache: "no-cache" });
  if (response.status === 404) return null;
  // This deployment may be pinned, so the error keeps users from entering another server.
  if (!response.ok) throw new Error(`The site returned ${response.status}.`);
  // Without the file, the host may return the app's HTML.
  if (isHtml(response)) return null;
  const { server, prefix } = z.parse(configSchema, await response.json());
  if (server === undefined || server === "") return null;
  if (server === "/") return { baseUrl: location.origin, prefix };
  const address = normalizeBaseUrl(server);
  if (!address.ok) throw new Error(address.message);
  return { baseUrl: address.baseUrl, prefix };
}

export function isPinnedTo({ baseUrl, prefix }: ServerConfig, connection: ServerConfig): boolean {
  return connection.baseUrl === baseUrl && connection.prefix === prefix;
}
