import * as z from "zod/mini";
import { normalizeBaseUrl } from "@/api/connection";
import {
  NO_CONNECTION_ID,
  readActiveConnection,
  readStoredConnection,
  storeActiveConnectionId,
  storePin,
} from "@/app/connection/connection-storage";
import { paths } from "@/lib/url/paths";

export interface ServerConfig {
  readonly baseUrl: string;
  readonly prefix: "environments" | "projects";
}

const configSchema = z.object({
  /** Server address. `/` is the app's own origin, where a proxy forwards requests to the server. */
  server: z.optional(z.string()),
  prefix: z._default(z.enum(["environments", "projects"]), "environments"),
});

/**
 * Returns the server to which `config.json` pins this deployment, or null. Stores it for the next visit. Throws if the
 * file can't be loaded or is invalid, so that an error never lets users enter another server.
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
  if (response.headers.get("content-type")?.includes("text/html")) return null;
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

/**
 * Disconnects if the deployment is pinned to another server. If the configuration can't be loaded, the connection
 * stays. `leave` loads another page, which removes the connection from memory.
 */
export async function enforcePin(
  leave: (path: string) => void = (path) => location.replace(path),
): Promise<void> {
  if (readStoredConnection() === null) return;
  const pinned = await loadServerConfig(AbortSignal.timeout(30_000)).catch(() => null);
  // The user may have connected to another server during the request.
  const connection = readActiveConnection();
  if (connection === null || pinned === null || isPinnedTo(pinned, connection)) return;
  storeActiveConnectionId(NO_CONNECTION_ID);
  leave(paths.connect());
}
