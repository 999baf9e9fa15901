import { HttpResponse, http } from "msw";
import { type ProjectContext, requireScope, withProject } from "@/mocks/context";
import type { Db, RunRow } from "@/mocks/db";
import { isAccepted, send } from "@/mocks/deliveries";
import { fail } from "@/mocks/errors";
import { formatWireDate } from "@/mocks/fields";
import { buildPageUrl } from "@/mocks/paginate";
import { hashText, seededRandom, seededUuid } from "@/mocks/seed/random";
import { getTargets, listOccurrences, type SubscriptionRow } from "@/mocks/subscription-row";
import { findSubscription, getServedTarget } from "./subscriptions";

const RECORD = "*/api/:prefix/:project_id/subscriptions/:id";
const PAGE_SIZE = 50;
const HISTORY_MS = 120 * 86_400_000;
const DELIVERY_MS = 20_000;
/** An export of a colleague. The demo keys' owner can't open it. */
const EXPORT_ID = 6_999;

type Delivery = Pick<RunRow, "id" | "trigger"> & {
  readonly at: number;
  readonly status: "starting" | "completed" | "failed" | "skipped";
};

/** Most deliveries succeed. The last one fails for stuck subscriptions, and for paused ones without an integration. */
function planStatus(row: SubscriptionRow, number: number, isLast: boolean): Delivery["status"] {
  const isBroken = row.stuck === true || (row.enabled === false && row.integration_id === null);
  if (isLast && isBroken) return "failed";
  if (number % 17 === 5) return "skipped";
  return number % 11 === 3 ? "failed" : "completed";
}

function listScheduled(row: SubscriptionRow, now: number): readonly Delivery[] {
  const planned = row.next_delivery_date === null ? now : Date.parse(row.next_delivery_date);
  const isHalted = row.deleted || row.stuck === true || row.enabled === false;
  // A stuck subscription's history includes the planned delivery, because the server attempted it. The history of a
  // paused or deleted subscription ends before the planned delivery.
  const to = isHalted ? Math.min(now, planned + Number(row.stuck === true)) : now;
  const from = Math.max(Date.parse(row.start_date), Date.parse(row.created_at), to - HISTORY_MS);
  return listOccurrences(row, { from, to }).map((at, index, { length }) => {
    const name = `delivery ${row.id} ${new Date(at).toISOString()}`;
    const status = planStatus(row, hashText(name), index === length - 1);
    return { id: seededUuid(seededRandom(name)), trigger: "scheduled", at, status };
  });
}

/** Lists the deliveries of people and saves that have started. */
function listRuns({ runs, now }: ProjectContext, { id }: SubscriptionRow): readonly Delivery[] {
  return runs.rows().flatMap(({ subscription, at, ...run }) => {
    const age = now.getTime() - Date.parse(at);
    if (subscription !== id || age < 0) return [];
    return { ...run, at: Date.parse(at), status: age < DELIVERY_MS ? "starting" : "completed" };
  });
}

function serializeDelivery(row: SubscriptionRow, { id, trigger, at, status }: Delivery) {
  const isFailed = status === "failed";
  const created = formatWireDate(at);
  const finished = status === "starting" ? null : formatWireDate(at + DELIVERY_MS);
  const targets = row.target_type === "email" ? getTargets(row) : [getServedTarget(row)];
  const getResult = (recipient: string) =>
    isAccepted(row, recipient)
      ? { recipient, status: isFailed ? "failed" : "success" }
      : { recipient, status: "failed", error: { message: "Invalid recipient.", type: "ValueError" } };
  return {
    id,
    subscription: row.id,
    trigger_type: trigger,
    scheduled_at: trigger === "scheduled" ? created : null,
    target_type: row.target_type,
    target_value: getServedTarget(row),
    exported_asset_ids: status === "completed" ? [EXPORT_ID] : [],
    content_snapshot: {},
    recipient_results: status === "completed" || isFailed ? targets.map(getResult) : [],
    status,
    error: isFailed
      ? { message: "The dashboard could not be rendered in time.", type: "TimeoutError" }
      : null,
    created_at: created,
    last_updated_at: finished ?? created,
    finished_at: finished,
    change_summary: null,
  };
}

/** Lists past deliveries, newest first, in cursor-based pages of 50. Includes no count. */
function listHistory(context: ProjectContext): Response {
  const { searchParams } = context.url;
  const row = findSubscription(context);
  const wanted = searchParams.get("status");
  const found = [...listScheduled(row, context.now.getTime()), ...listRuns(context, row)]
    .filter(({ status }) => !wanted || status === wanted)
    .toSorted((one, other) => other.at - one.at);
  // The cursor contains the index of the first row, but is opaque to clients.
  const cursor = searchParams.get("cursor") ?? "cD0x0";
  const first = Number(/^cD0x(\d+)$/.exec(cursor)?.[1] ?? fail.notFound("Invalid cursor"));
  const link = (index: number) => buildPageUrl(context, { cursor: index > 0 ? `cD0x${index}` : null });
  return HttpResponse.json({
    next: first + PAGE_SIZE < found.length ? link(first + PAGE_SIZE) : null,
    previous: first > 0 ? link(Math.max(0, first - PAGE_SIZE)) : null,
    results: found.slice(first, first + PAGE_SIZE).map((delivery) => serializeDelivery(row, delivery)),
  });
}

const conflict = (detail: string) => HttpResponse.json({ detail }, { status: 409 });

/** Delivers to all recipients immediately. Responds before the delivery has finished. */
function sendTest(context: ProjectContext): Response {
  const row = findSubscription(context);
  if (row.prompt) requireScope(context.key, "query:read");
  if (row.deleted) return new HttpResponse(null, { status: 404 });
  if (row.enabled === false)
    return conflict("Subscription is disabled. Re-enable it before sending a test delivery.");
  if (listRuns(context, row).some(({ status }) => status === "starting"))
    return conflict("Delivery already in progress");
  send(context.db, context.project, row, getTargets(row), "manual");
  return new HttpResponse(null, { status: 202 });
}

/** Run history and test deliveries of newer servers (server-generations, Run history). */
export const deliveryHandlers = (db: Db) => [
  http.get(`${RECORD}/deliveries`, withProject(db, "subscription:read", listHistory)),
  http.post(`${RECORD}/test-delivery`, withProject(db, "subscription:write", sendTest)),
];
