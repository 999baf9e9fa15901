import { getResponse, HttpResponse, http, matchRequestUrl, type RequestHandler } from "msw";
import { refuseMethod } from "@/mocks/context";
import { Db, type DbOptions } from "@/mocks/db";
import { apiError } from "@/mocks/errors";
import { accessControlHandlers } from "./access-controls";
import { catalogHandlers } from "./catalog";
import { deliveryHandlers } from "./deliveries";
import { exportHandlers } from "./exports";
import { memberHandlers } from "./members";
import { projectHandlers } from "./projects";
import { sessionHandlers } from "./sessions";
import { subscriptionHandlers } from "./subscriptions";
import { webVitalsHandlers } from "./web-vitals";

/** All request handlers over a database. Long lists are first, because MSW tries handlers in order. */
export function createHandlers(db: Db) {
  const everywhere = [
    ...subscriptionHandlers(db),
    ...exportHandlers(db),
    ...webVitalsHandlers(db),
    ...catalogHandlers(db),
    ...sessionHandlers(db),
    ...projectHandlers(db),
  ];
  const only = {
    contract: memberHandlers(db),
    newer: [...deliveryHandlers(db), ...accessControlHandlers(db)],
  };
  const listServed = () => [...everywhere, ...only[db.profile]];

  /** Responds to methods that a path doesn't have, and to unknown paths. HEAD has the headers of GET. */
  const others = http.all("*/api/*", async ({ request }) => {
    if (request.method === "HEAD") {
      const response = await getResponse(listServed(), new Request(request, { method: "GET" }));
      return response && new HttpResponse(null, response);
    }
    const url = new URL(request.url);
    const found = listServed().find(({ info: { path } }) => matchRequestUrl(url, String(path)).matches);
    if (!found) return apiError(404, "not_found", "Endpoint not found.");
    return refuseMethod(db, request, !/:(id|parent_\w+)/.test(String(found.info.path)));
  });
  return [
    ...everywhere,
    // The profile can change.
    http.all("*/api/*", ({ request }) => getResponse(only[db.profile], request)),
    others,
  ];
}

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
