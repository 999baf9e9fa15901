import { HttpResponse, http } from "msw";
import { notAllowed, type ProjectContext, requireScope, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { DELIVERY_MS, type Delivery, isAccepted, listDeliveries, send } from "@/mocks/deliveries";
import { fail } from "@/mocks/errors";
import { formatWireDate } from "@/mocks/fields";
import { getServedTarget } from "@/mocks/subscription-fields";
import { getTargets, type SubscriptionRow } from "@/mocks/subscription-row";
import { findSubscription } from "./subscriptions";

const RECORD = "*/api/:prefix/:project_id/subscriptions/:id";
const HISTORY = { allow: "GET, HEAD, OPTIONS", profile: "newer" } as const;
const TEST = { allow: "POST, OPTIONS", profile: "newer" } as const;
const PAGE_SIZE = 50;
/** An export of a colleague. The demo keys' owner can't open it. */
const EXPORT_ID = 6_999;

function serializeDelivery(row: SubscriptionRow, { id, trigger, at, status }: Delivery) {
  const isFailed = status === "failed";
  const finished = formatWireDate(new Date(at.getTime() + DELIVERY_MS));
  const targets = row.target_type === "email" ? getTargets(row) : [getServedTarget(row)];
  const getResult = (recipient: string) =>
    isAccepted(row, recipient)
      ? { recipient, status: isFailed ? "failed" : "success" }
      : { recipient, status: "failed", error: { message: "Invalid recipient.", type: "ValueError" } };
  return {
    id,
    subscription: row.id,
    trigger_type: trigger,
    scheduled_at: trigger === "scheduled" ? formatWireDate(at) : null,
    target_type: row.target_type,
    target_value: getServedTarget(row),
    exported_asset_ids: status === "completed" ? [EXPORT_ID] : [],
    content_snapshot: {},
    recipient_results: status === "completed" || isFailed ? targets.map(getResult) : [],
    status,
    error: isFailed
      ? { message: "The dashboard could not be rendered in time.", type: "TimeoutError" }
      : null,
    created_at: formatWireDate(at),
    last_updated_at: status === "starting" ? formatWireDate(at) : finished,
    finished_at: status === "starting" ? null : finished,
    change_summary: null,
  };
}

/** Returns the index of the first row. The cursor contains this index, but is opaque to clients. */
function readCursor(url: URL): number {
  const cursor = url.searchParams.get("cursor");
  const index = cursor === null ? "0" : /^cD0x(\d+)$/.exec(cursor)?.[1];
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
  return HttpResponse.json({
    next: first + PAGE_SIZE < found.length ? buildCursorUrl(url, first + PAGE_SIZE) : null,
    previous: first > 0 ? buildCursorUrl(url, Math.max(0, first - PAGE_SIZE)) : null,
    results: found.slice(first, first + PAGE_SIZE).map((delivery) => serializeDelivery(row, delivery)),
  });
}

const conflict = (detail: string) => HttpResponse.json({ detail }, { status: 409 });

/** Delivers to all recipients immediately. Responds before the delivery has finished. */
function sendTest(context: ProjectContext): Response {
  const { now, key, db, project } = context;
  const row = findSubscription(context);
  if (row.prompt) requireScope(key, "query:read");
  if (row.deleted) return new HttpResponse(null, { status: 404 });
  if (row.enabled === false)
    return conflict("Subscription is disabled. Re-enable it before sending a test delivery.");
  const isRunning = context.runs.rows().some(({ subscription, at }) => {
    const elapsedMs = now.getTime() - Date.parse(at);
    return subscription === row.id && elapsedMs >= 0 && elapsedMs < DELIVERY_MS;
  });
  if (isRunning) return conflict("Delivery already in progress");
  send(db, project, row, getTargets(row), "manual");
  return new HttpResponse(null, { status: 202 });
}

/** Run history and test deliveries of newer servers (server-generations, Run history). */
export const deliveryHandlers = (db: Db) => [
  http.get(`${RECORD}/deliveries`, withProject(db, { ...HISTORY, scope: "subscription:read" }, listHistory)),
  http.all(`${RECORD}/deliveries`, notAllowed(db, HISTORY)),
  http.post(`${RECORD}/test-delivery`, withProject(db, { ...TEST, scope: "subscription:write" }, sendTest)),
  http.all(`${RECORD}/test-delivery`, notAllowed(db, TEST)),
];
