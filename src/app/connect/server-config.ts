import * as z from "zod/mini";
import { normalizeBaseUrl } from "@/http/connection";

/** A server that people connect to with a key alone. */
export interface ServerConfig {
  readonly baseUrl: string;
  readonly prefix: "environments" | "projects";
}

const configSchema = z.object({
  /** Address of the server; `/` for the page's own origin, where a proxy stands before it. */
  server: z.optional(z.string()),
  prefix: z._default(z.enum(["environments", "projects"]), "environments"),
});

function isHtml(response: Response): boolean {
  return response.headers.get("content-type")?.includes("text/html") ?? false;
}

/**
 * The server that this deployment is pinned to by its `config.json`, or null where people choose themselves.
 * @throws Error for a file that cannot be understood: pinning must not fail open
 */
export async function loadServerConfig(signal: AbortSignal): Promise<ServerConfig | null> {
  const response = await fetch("/config.json", { signal, credentials: "omit", cache: "no-cache" });
  if (response.status === 404) return null;
  // Whether there is a pin is unknown then, and nobody may type a server in its place.
  if (!response.ok) throw new Error(`config.json: the site answered ${response.status}.`);
  // A deployment without the file may answer with the app itself.
  if (isHtml(response)) return null;
  const { server, prefix } = z.parse(configSchema, await response.json());
  if (server === undefined || server === "") return null;
  if (server === "/") return { baseUrl: location.origin, prefix };
  const address = normalizeBaseUrl(server);
  if (!address.ok) throw new Error(`config.json: ${address.message}`);
  return { baseUrl: address.baseUrl, prefix };
}
