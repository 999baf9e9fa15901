import { getResponse, type RequestHandler } from "msw";
import { Db, type DbOptions } from "./db";
import { createHandlers } from "./handlers";

/** Creates handlers over a database of their own. */
export function createMocks(options: DbOptions = {}) {
  const db = new Db(options);
  return { db, handlers: createHandlers(db) };
}

/** Rejects with the signal's reason on abort. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * Responds to a request without a network, in the page of the demo and in the HTTP server.
 * @throws TypeError when the handler responds with a network error
 */
export async function fetchFrom(handlers: readonly RequestHandler[], request: Request): Promise<Response> {
  const response = await Promise.race([getResponse([...handlers], request), rejectOnAbort(request.signal)]);
  if (!response || response.type === "error") throw new TypeError("Failed to fetch");
  return response;
}
