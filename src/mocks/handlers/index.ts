import { http } from "msw";
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
export const createHandlers = (db: Db) => [
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
