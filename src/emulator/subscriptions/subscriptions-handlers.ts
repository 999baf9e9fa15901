import { type ProjectContext, projectRoute, type Route } from "@/emulator/backend/backend";
import { paginate, toPages } from "@/emulator/dispatch/pagination";
import { fail, json } from "@/emulator/request/errors";
import { formatWireDate } from "@/emulator/request/request-fields";
import { subscriptionsResource } from "./subscriptions-resource";
import {
  computeNextDeliveryDate,
  type SubscriptionFields,
  type SubscriptionRow,
  serializeSubscription,
} from "./subscriptions-row";
import { parseSubscription } from "./subscriptions-validation";

const LIST_PATH = "/api/environments/:project_id/subscriptions/";
const RECORD_PATH = "/api/environments/:project_id/subscriptions/:id/";

const SCHEDULE_FIELDS = [
  "frequency",
  "interval",
  "byweekday",
  "bysetpos",
  "count",
  "start_date",
  "until_date",
] as const;

function findSubscription({ open, params }: ProjectContext): SubscriptionRow {
  return open(subscriptionsResource).get(params.id ?? "") ?? fail.notFound();
}

/** Splits recipients at commas without trimming, as servers do. */
function getTargets(fields: SubscriptionFields): readonly string[] {
  return fields.target_type === "email" ? fields.target_value.split(",") : [fields.target_value];
}

/** Writes send email: every new recipient gets a delivery immediately (upstream-facts, Subscriptions). */
function deliverToNewRecipients(
  context: ProjectContext,
  row: SubscriptionRow,
  before?: SubscriptionRow,
): void {
  const previousTargets = before?.target_type === row.target_type ? getTargets(before) : [];
  for (const target of getTargets(row)) {
    if (previousTargets.includes(target)) continue;
    context.send({
      projectId: context.project.id,
      subscriptionId: row.id,
      channel: row.target_type,
      target,
      at: formatWireDate(context.now),
    });
  }
}

function hasScheduleChanged(before: SubscriptionFields, after: SubscriptionFields): boolean {
  return SCHEDULE_FIELDS.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

async function createSubscription(context: ProjectContext): Promise<Response> {
  const { now, open, project, user } = context;
  const fields = parseSubscription(await context.body(), project);
  const rows = open(subscriptionsResource);
  const row: SubscriptionRow = {
    ...fields,
    id: rows.nextId(),
    created_at: formatWireDate(now),
    created_by: user,
    next_delivery_date: computeNextDeliveryDate(fields, now),
  };
  rows.put(row);
  if (!row.deleted) deliverToNewRecipients(context, row);
  return json(serializeSubscription(row, now), 201);
}

async function updateSubscription(context: ProjectContext): Promise<Response> {
  const { now, open, project } = context;
  const before = findSubscription(context);
  const fields = parseSubscription(await context.body(), project, before);
  const { stuck, ...unchanged } = before;
  const row: SubscriptionRow = hasScheduleChanged(before, fields)
    ? { ...unchanged, ...fields, next_delivery_date: computeNextDeliveryDate(fields, now) }
    : { ...before, ...fields };
  open(subscriptionsResource).put(row);
  if (!row.deleted) deliverToNewRecipients(context, row, before);
  return json(serializeSubscription(row, now));
}

/** Endpoints 4 to 8 of the contract. */
export const subscriptionRoutes: readonly Route[] = [
  projectRoute({
    id: "subscriptions.list",
    method: "GET",
    path: LIST_PATH,
    scope: "subscription:read",
    isPaginated: true,
    handle: (context) => {
      const view = context.url.searchParams.get("deleted") === "true" ? "hidden" : "visible";
      const rows = toPages(context.open(subscriptionsResource), view);
      return paginate(context, rows, (row) => serializeSubscription(row, context.now));
    },
  }),
  projectRoute({
    id: "subscriptions.create",
    method: "POST",
    path: LIST_PATH,
    scope: "subscription:write",
    handle: createSubscription,
  }),
  projectRoute({
    id: "subscriptions.get",
    method: "GET",
    path: RECORD_PATH,
    scope: "subscription:read",
    handle: (context) => json(serializeSubscription(findSubscription(context), context.now)),
  }),
  projectRoute({
    id: "subscriptions.update",
    method: "PATCH",
    path: RECORD_PATH,
    scope: "subscription:write",
    handle: updateSubscription,
  }),
  projectRoute({
    id: "subscriptions.delete",
    method: "DELETE",
    path: RECORD_PATH,
    scope: "subscription:write",
    handle: () => fail.emptyMethodNotAllowed(),
  }),
];
