const PREFIX = "/api/environments/";

/**
 * Adds headers that declare the prefix deprecated and name its replacement, as servers of 2026 do.
 */
export function addDeprecationHeaders(response: Response, { pathname, search }: URL): Response {
  if (response.type === "error" || !pathname.startsWith(PREFIX)) return response;
  const successor = `/api/projects/${pathname.slice(PREFIX.length)}${search}`;
  response.headers.set("Deprecation", "@1772323200");
  response.headers.set("Link", `<${successor}>; rel="successor-version"`);
  response.headers.set("Sunset", "Mon, 01 Mar 2027 00:00:00 GMT");
  return response;
}
