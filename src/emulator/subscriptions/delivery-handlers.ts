import { type ProjectContext, projectRoute, type Route } from "@/emulator/backend/backend";
import { requireScope } from "@/emulator/dispatch/auth";
import { fail, json } from "@/emulator/request/errors";
import { send } from "./deliveries";
import { DELIVERY_MS, listDeliveries, runsResource, serializeDelivery } from "./delivery-history";
import { subscriptionsResource } from "./subscriptions-resource";
import { getTargets, type SubscriptionRow } from "./subscriptions-row";

const RECORD_PATH = "/api/environments/:project_id/subscriptions/:id/";
const PAGE_SIZE = 50;

function findSubscription({ open, params }: ProjectContext): SubscriptionRow {
  return open(subscriptionsResource).get(params.id ?? "") ?? fail.notFound();
}

/** Returns the index of the first row. The cursor contains this index, but is opaque to clients. */
function readCursor(url: URL): number {
  const cursor = url.searchParams.get("cursor");
  if (cursor === null) return 0;
  const index = /^cD0x(\d+)$/.exec(cursor)?.[1];
  return index === undefined ? fail.notFound("Invalid cursor") : Number(index);
}

function buildCursorUrl(url: URL, index: number): string {
  const link = new URL(url);
  link.pathname = link.pathname.replace(/^\/api\/environments\//, "/api/projects/");
  if (index === 0) link.searchParams.delete("cursor");
  else link.searchParams.set("cursor", `cD0x${index}`);
  return link.href;
}

/** Lists past deliveries, newest first, in cursor-based pages of 50. Includes no count. */
function listHistory(context: ProjectContext): Response {
  const { url } = context;
  const row = findSubscription(context);
  const status = url.searchParams.get("status");
  const found = listDeliveries(context, row).filter((delivery) => !status || delivery.status === status);
  const first = readCursor(url);
  return json({
    next: first + PAGE_SIZE < found.length ? buildCursorUrl(url, first + PAGE_SIZE) : null,
    previous: first > 0 ? buildCursorUrl(url, Math.max(0, first - PAGE_SIZE)) : null,
    results: found.slice(first, first + PAGE_SIZE).map((delivery) => serializeDelivery(row, delivery)),
  });
}

const conflict = (detail: string) => json({ detail }, 409);

/** Delivers to all recipients immediately. Responds before the delivery has finished. */
function sendTest(context: ProjectContext): Response {
  const { now, open, key } = context;
  const row = findSubscription(context);
  if (row.prompt) requireScope(key, "query:read", []);
  if (row.deleted) return new Response(null, { status: 404 });
  if (row.enabled === false) {
    return conflict("Subscription is disabled. Re-enable it before sending a test delivery.");
  }
  const isRunning = Array.from(open(runsResource).all()).some(({ subscription, at }) => {
    const elapsedMs = now.getTime() - Date.parse(at);
    return subscription === row.id && elapsedMs >= 0 && elapsedMs < DELIVERY_MS;
  });
  if (isRunning) return conflict("Delivery already in progress");
  send(context, row, getTargets(row), "manual");
  return new Response(null, { status: 202 });
}

/** Run history and test deliveries (server-generations, Run history). */
export const deliveryRoutes: readonly Route[] = [
  projectRoute({
    id: "subscriptions.deliveries",
    method: "GET",
    path: `${RECORD_PATH}deliveries/`,
    scope: "subscription:read",
    generations: ["2026"],
    handle: listHistory,
  }),
  projectRoute({
    id: "subscriptions.testDelivery",
    method: "POST",
    path: `${RECORD_PATH}test-delivery/`,
    scope: "subscription:write",
    generations: ["2026"],
    handle: sendTest,
  }),
];
