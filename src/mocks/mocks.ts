import { getResponse, type RequestHandler } from "msw";
import { Db, type DbOptions } from "./db";
import { createHandlers } from "./handlers";

/** Creates handlers over a database of their own. */
export function createMocks(options: DbOptions = {}) {
  const db = new Db(options);
  return { db, handlers: createHandlers(db) };
}

/**
 * Responds to a request without a network, in the page of the demo and in the HTTP server.
 * @throws TypeError when the handler responds with a network error, and the signal's reason on abort
 */
export async function fetchFrom(handlers: readonly RequestHandler[], request: Request): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const response = await Promise.race([getResponse([...handlers], request), aborted]);
  if (!response || response.type === "error") throw new TypeError("Failed to fetch");
  return response;
}
