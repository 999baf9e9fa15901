import { type ProjectContext, projectRoute, type Route } from "@/emulator/backend/backend";
import { paginate } from "@/emulator/dispatch/pagination";
import { fail, json } from "@/emulator/request/errors";
import { formatWireDate } from "@/emulator/request/request-fields";
import { deliverAfterSave } from "./deliveries";
import { selectSubscriptions } from "./subscription-selection";
import { subscriptionsResource } from "./subscriptions-resource";
import {
  computeNextDeliveryDate,
  hasChanged,
  SCHEDULE_FIELDS,
  type SubscriptionRow,
} from "./subscriptions-row";
import { serializeSubscription } from "./subscriptions-serializer";
import { parseSubscription } from "./subscriptions-validation";

const LIST_PATH = "/api/environments/:project_id/subscriptions/";
const RECORD_PATH = "/api/environments/:project_id/subscriptions/:id/";

function findSubscription({ open, params }: ProjectContext): SubscriptionRow {
  return open(subscriptionsResource).get(params.id ?? "") ?? fail.notFound();
}

const FREE_SUBSCRIPTIONS = 5;

/**
 * Checks the limit of a free plan before a subscription is created or restored. Servers up to
 * spring 2026 respond with 402, and newer servers respond with 400.
 */
function checkPlan({ faults, generation, open }: ProjectContext): void {
  const fault = faults.find(({ kind }) => kind === "plan-limit");
  if (!fault) return;
  const { limit = FREE_SUBSCRIPTIONS } = fault;
  if (open(subscriptionsResource).count() < limit) return;
  if (generation !== "2026") fail.paymentRequired();
  fail.invalidInput(`Your plan is limited to ${limit} subscriptions.`, "subscription");
}

async function createSubscription(context: ProjectContext): Promise<Response> {
  const { now, open, user, generation } = context;
  const body = await context.body();
  const fields = parseSubscription(body, context);
  checkPlan(context);
  const rows = open(subscriptionsResource);
  const row: SubscriptionRow = {
    ...fields,
    id: rows.nextId(),
    created_at: formatWireDate(now),
    created_by: user,
    next_delivery_date: computeNextDeliveryDate(fields, now, generation),
  };
  rows.put(row);
  deliverAfterSave(context, row, body);
  return json(serializeSubscription(row, context), 201);
}

async function updateSubscription(context: ProjectContext): Promise<Response> {
  const { now, open, generation } = context;
  const before = findSubscription(context);
  const body = await context.body();
  const fields = parseSubscription(body, context, before);
  if (before.deleted && !fields.deleted) checkPlan(context);
  const { stuck, ...changed } = { ...before, ...fields };
  const isResumed = before.enabled === false && fields.enabled === true;
  const row: SubscriptionRow =
    isResumed || hasChanged(SCHEDULE_FIELDS, before, fields)
      ? { ...changed, next_delivery_date: computeNextDeliveryDate(fields, now, generation) }
      : {
          ...before,
          ...fields,
          ...(before.deleted && !fields.deleted && { restored_at: formatWireDate(now) }),
        };
  open(subscriptionsResource).put(row);
  deliverAfterSave(context, row, body, before);
  return json(serializeSubscription(row, context));
}

/** Subscriptions (contract, endpoints 4 to 8). */
export const subscriptionRoutes: readonly Route[] = [
  projectRoute({
    id: "subscriptions.list",
    method: "GET",
    path: LIST_PATH,
    scope: "subscription:read",
    isPaginated: true,
    handle: async (context) =>
      paginate(context, await selectSubscriptions(context), (row) => serializeSubscription(row, context)),
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
    handle: (context) => json(serializeSubscription(findSubscription(context), context)),
  }),
  projectRoute({
    id: "subscriptions.update",
    method: "PATCH",
    path: RECORD_PATH,
    scope: "subscription:write",
    handle: updateSubscription,
  }),
  projectRoute({
    id: "subscriptions.replace",
    method: "PUT",
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
