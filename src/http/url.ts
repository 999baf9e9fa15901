import type { Connection } from "./connection";

const CONTRACT_PREFIX = "/api/environments/";

function fillPath(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name];
    // URL parsers resolve dot segments, even encoded ones. A dot segment would select another endpoint.
    if (value === undefined || /^\.{0,2}$/.test(String(value))) {
      throw new Error(`The path ${template} needs a value for ${name}`);
    }
    return encodeURIComponent(value);
  });
}

function encodeQuery(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}

/**
 * Builds an endpoint's URL with its trailing slash.
 * @throws Error when a parameter is missing, empty, or a dot segment
 */
export function buildUrl(
  connection: Pick<Connection, "baseUrl" | "prefix">,
  template: string,
  params: Readonly<Record<string, string | number>>,
  query?: unknown,
): string {
  const path = template.startsWith(CONTRACT_PREFIX)
    ? `/api/${connection.prefix}/${template.slice(CONTRACT_PREFIX.length)}`
    : template;
  const base = connection.baseUrl || globalThis.location.origin;
  return base + fillPath(path, params) + encodeQuery(query);
}
