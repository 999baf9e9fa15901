import { getResponse, HttpResponse, http } from "msw";
import { unknownPath } from "@/mocks/context";
import type { Db } from "@/mocks/db";
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
  const handlers = [
    ...subscriptionHandlers(db),
    ...exportHandlers(db),
    ...memberHandlers(db),
    ...webVitalsHandlers(db),
    ...deliveryHandlers(db),
    ...accessControlHandlers(db),
    ...catalogHandlers(db),
    ...sessionHandlers(db),
    ...projectHandlers(db),
    http.all("*/api/*", unknownPath(db)),
  ];
  // HEAD has the headers of GET.
  const head = http.head("*/api/*", async ({ request }) => {
    const response = await getResponse(handlers, new Request(request, { method: "GET" }));
    return response && new HttpResponse(null, response);
  });
  return [head, ...handlers];
}
