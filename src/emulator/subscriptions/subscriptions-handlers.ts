import { type ProjectContext, projectRoute, type Route } from "@/emulator/backend/backend";
import { pagesOf, paginate } from "@/emulator/dispatch/pagination";
import { json, refuse } from "@/emulator/request/errors";
import { wireDate } from "@/emulator/request/request-fields";
import { subscriptions } from "./subscriptions-resource";
import {
  plannedDelivery,
  type SubscriptionFields,
  type SubscriptionRow,
  serveSubscription,
} from "./subscriptions-row";
import { readSubscription } from "./subscriptions-validation";

const LIST = "/api/environments/:project_id/subscriptions/";
const RECORD = "/api/environments/:project_id/subscriptions/:id/";

const SCHEDULE_FIELDS = [
  "frequency",
  "interval",
  "byweekday",
  "bysetpos",
  "count",
  "start_date",
  "until_date",
] as const;

function find({ open, params }: ProjectContext): SubscriptionRow {
  return open(subscriptions).get(params.id ?? "") ?? refuse.notFound();
}

/** Who gets it: servers split addresses on the comma and trim nothing. */
function targetsOf(fields: SubscriptionFields): readonly string[] {
  return fields.target_type === "email" ? fields.target_value.split(",") : [fields.target_value];
}

/** Writes send mail: everybody new gets a delivery at once (upstream-facts, Subscriptions). */
function deliverToNew(context: ProjectContext, row: SubscriptionRow, before?: SubscriptionRow): void {
  const known = before?.target_type === row.target_type ? targetsOf(before) : [];
  for (const target of targetsOf(row)) {
    if (known.includes(target)) continue;
    context.send({
      projectId: context.project.id,
      subscriptionId: row.id,
      channel: row.target_type,
      target,
      at: wireDate(context.now),
    });
  }
}

function scheduleChanged(before: SubscriptionFields, after: SubscriptionFields): boolean {
  return SCHEDULE_FIELDS.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

async function create(context: ProjectContext): Promise<Response> {
  const { now, open, project, user } = context;
  const fields = readSubscription(await context.body(), project);
  const rows = open(subscriptions);
  const row: SubscriptionRow = {
    ...fields,
    id: rows.nextId(),
    created_at: wireDate(now),
    created_by: user,
    next_delivery_date: plannedDelivery(fields, now),
  };
  rows.put(row);
  if (!row.deleted) deliverToNew(context, row);
  return json(serveSubscription(row, now), 201);
}

async function update(context: ProjectContext): Promise<Response> {
  const { now, open, project } = context;
  const before = find(context);
  const fields = readSubscription(await context.body(), project, before);
  const { stuck, ...unchanged } = before;
  const row: SubscriptionRow = scheduleChanged(before, fields)
    ? { ...unchanged, ...fields, next_delivery_date: plannedDelivery(fields, now) }
    : { ...before, ...fields };
  open(subscriptions).put(row);
  if (!row.deleted) deliverToNew(context, row, before);
  return json(serveSubscription(row, now));
}

/** Endpoints 4 to 8 of the contract. */
export const subscriptionRoutes: readonly Route[] = [
  projectRoute({
    id: "subscriptions.list",
    method: "GET",
    path: LIST,
    scope: "subscription:read",
    isPaginated: true,
    handle: (context) => {
      const view = context.url.searchParams.get("deleted") === "true" ? "hidden" : "visible";
      const rows = pagesOf(context.open(subscriptions), view);
      return paginate(context, rows, (row) => serveSubscription(row, context.now));
    },
  }),
  projectRoute({
    id: "subscriptions.create",
    method: "POST",
    path: LIST,
    scope: "subscription:write",
    handle: create,
  }),
  projectRoute({
    id: "subscriptions.get",
    method: "GET",
    path: RECORD,
    scope: "subscription:read",
    handle: (context) => json(serveSubscription(find(context), context.now)),
  }),
  projectRoute({
    id: "subscriptions.update",
    method: "PATCH",
    path: RECORD,
    scope: "subscription:write",
    handle: update,
  }),
  projectRoute({
    id: "subscriptions.delete",
    method: "DELETE",
    path: RECORD,
    scope: "subscription:write",
    handle: () => refuse.emptyMethodNotAllowed(),
  }),
];
