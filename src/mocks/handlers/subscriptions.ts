import { HttpResponse, http } from "msw";
import { notAllowed, type ProjectContext, readBody, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { deliverAfterSave } from "@/mocks/deliveries";
import { fail } from "@/mocks/errors";
import { formatWireDate } from "@/mocks/fields";
import { mapInSlices, paginate } from "@/mocks/paginate";
import { describeInsight, getSource } from "@/mocks/seed/catalog";
import {
  getResourceType,
  getServedTarget,
  parseSubscription,
  serializeNewerFields,
} from "@/mocks/subscription-fields";
import {
  computeNextDeliveryDate,
  formatSummary,
  getCurrentDeliveryDate,
  hasChanged,
  SCHEDULE_FIELDS,
  type SubscriptionRow,
} from "@/mocks/subscription-row";

const LIST = "*/api/:prefix/:project_id/subscriptions";
const RECORD = `${LIST}/:id`;
const LIST_METHODS = { allow: "GET, POST, HEAD, OPTIONS" };
const RECORD_METHODS = { allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS" };
const READ = "subscription:read";
const WRITE = "subscription:write";

function serializeSubscription({ now, project, db, isNewer }: ProjectContext, row: SubscriptionRow) {
  return {
    id: row.id,
    dashboard: row.dashboard,
    insight: row.insight,
    target_type: row.target_type,
    target_value: getServedTarget(row),
    frequency: row.frequency,
    interval: row.interval,
    byweekday: row.byweekday,
    bysetpos: row.bysetpos,
    count: row.count,
    start_date: row.start_date,
    until_date: row.until_date,
    created_at: row.created_at,
    created_by: row.created_by,
    deleted: row.deleted,
    title: row.title,
    summary: formatSummary(row),
    next_delivery_date: getCurrentDeliveryDate(row, now, project, db.profile),
    // The message is sent with the first delivery and never stored (upstream-facts, Subscriptions).
    invite_message: null,
    ...(isNewer && serializeNewerFields(row)),
  };
}

const collator = new Intl.Collator("en");

/** Compares as PostgreSQL does. Null sorts last when ascending and first when descending. */
function compareValues(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return collator.compare(one, other);
}

/** Sorts by the known fields of `ordering`, such as `-created_at,title`. Ignores others. */
function sortRows(context: ProjectContext, rows: readonly SubscriptionRow[], ordering: string) {
  const { now, project, db } = context;
  const fields: Readonly<Record<string, (row: SubscriptionRow) => string | null>> = {
    created_at: (row) => row.created_at,
    next_delivery_date: (row) => getCurrentDeliveryDate(row, now, project, db.profile),
    title: (row) => row.title,
    created_by__email: (row) => row.created_by?.email ?? null,
  };
  const terms = ordering.split(",").flatMap((text) => {
    const [, sign, name = ""] = /^\s*(-?)(\w*)/.exec(text) ?? [];
    const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return read ? [{ read, sign: sign === "-" ? -1 : 1 }] : [];
  });
  // Without a known field, the newest rows come first.
  return rows.toSorted((one, other) => {
    for (const { read, sign } of terms) {
      const order = compareValues(read(one), read(other));
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

function describeSource({ insight, dashboard }: SubscriptionRow): string {
  if (insight === null) return dashboard === null ? "" : getSource(dashboard).name;
  const { name, derived_name } = describeInsight(getSource(insight));
  return `${name}\n${derived_name ?? ""}`;
}

const TARGET_TYPES = ["email", "slack", "teams"];
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Creates the filter of newer servers by search, author, channel, and content. */
function createFilter(params: URLSearchParams): (row: SubscriptionRow) => boolean {
  const words = (params.get("search") ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const author = params.get("created_by")?.toLowerCase();
  if (author && !UUID.test(author)) fail.invalidInput("Not a valid UUID.", "created_by");
  const channel = params.get("target_type");
  if (channel && !TARGET_TYPES.includes(channel))
    fail.invalidInput(`Must be one of: ${TARGET_TYPES.join(", ")}.`, "target_type");
  const kind = params.get("resource_type");
  const matchesSearch = (row: SubscriptionRow) => {
    const text = `${row.title ?? ""}\n${describeSource(row)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return (row) =>
    (words.length === 0 || matchesSearch(row)) &&
    (!author || row.created_by?.uuid === author) &&
    (!channel || row.target_type === channel) &&
    (!kind || getResourceType(row) === kind);
}

/** Throws 500 unless an ID is a number, as servers do. */
function readId(params: URLSearchParams, name: "insight" | "dashboard"): number | null {
  const text = params.get(name);
  if (text === null) return null;
  return /^\d+$/.test(text) ? Number(text) : fail.serverError();
}

const FILTERS = ["search", "ordering", "created_by", "resource_type", "target_type"];

/** Lists the default view or Trash, newest first. Every server filters by source, and newer ones have more filters. */
async function listSubscriptions(context: ProjectContext): Promise<Response> {
  const { url, subscriptions, isNewer } = context;
  const { searchParams } = url;
  const insight = readId(searchParams, "insight");
  const dashboard = readId(searchParams, "dashboard");
  let ids = subscriptions.ids(searchParams.get("deleted") === "true" ? "hidden" : "visible");
  const hasFilters = isNewer && FILTERS.some((name) => searchParams.has(name));
  if (insight !== null || dashboard !== null || hasFilters) {
    const filter = hasFilters ? createFilter(searchParams) : () => true;
    const matches = await mapInSlices(ids, (id) => {
      const row = subscriptions.get(id);
      const isOfSource =
        (insight === null || row?.insight === insight) &&
        (dashboard === null || row?.dashboard === dashboard);
      return row && isOfSource && filter(row) ? row : undefined;
    });
    const rows = matches.filter((row) => row !== undefined);
    ids = sortRows(context, rows, hasFilters ? (searchParams.get("ordering") ?? "") : "").map(({ id }) =>
      String(id),
    );
  }
  return paginate(context, ids, (id) => {
    const row = subscriptions.get(id);
    return row && serializeSubscription(context, row);
  });
}

/** Returns the subscription with the ID in the path, also from Trash. */
export function findSubscription({ subscriptions, params }: ProjectContext): SubscriptionRow {
  return subscriptions.get(String(params["id"])) ?? fail.notFound();
}

async function createSubscription(context: ProjectContext): Promise<Response> {
  const { request, now, subscriptions, user, db } = context;
  const body = await readBody(request);
  const fields = parseSubscription(body, context);
  const row: SubscriptionRow = {
    ...fields,
    id: subscriptions.nextId(),
    created_at: formatWireDate(now),
    created_by: user,
    next_delivery_date: computeNextDeliveryDate(fields, now, db.profile),
  };
  subscriptions.put(row);
  deliverAfterSave(context, row, body["send_test_now"]);
  return HttpResponse.json(serializeSubscription(context, row), { status: 201 });
}

async function updateSubscription(context: ProjectContext): Promise<Response> {
  const { request, now, subscriptions, db } = context;
  findSubscription(context);
  const body = await readBody(request);
  const before = findSubscription(context);
  const fields = parseSubscription(body, context, before);
  const { stuck, ...changed } = { ...before, ...fields };
  const isResumed = before.enabled === false && fields.enabled === true;
  const row: SubscriptionRow =
    isResumed || hasChanged(SCHEDULE_FIELDS, before, fields)
      ? { ...changed, next_delivery_date: computeNextDeliveryDate(fields, now, db.profile) }
      : {
          ...before,
          ...fields,
          ...(before.deleted && !fields.deleted && { restored_at: formatWireDate(now) }),
        };
  subscriptions.put(row);
  deliverAfterSave(context, row, body["send_test_now"], before);
  return HttpResponse.json(serializeSubscription(context, row));
}

/** Subscriptions (contract, endpoints 4 to 8). */
export const subscriptionHandlers = (db: Db) => [
  http.get(LIST, withProject(db, { ...LIST_METHODS, scope: READ }, listSubscriptions)),
  http.post(LIST, withProject(db, { ...LIST_METHODS, scope: WRITE }, createSubscription)),
  http.all(LIST, notAllowed(db, LIST_METHODS)),
  http.get(
    RECORD,
    withProject(db, { ...RECORD_METHODS, scope: READ }, (context) =>
      HttpResponse.json(serializeSubscription(context, findSubscription(context))),
    ),
  ),
  http.patch(RECORD, withProject(db, { ...RECORD_METHODS, scope: WRITE }, updateSubscription)),
  http.put(RECORD, withProject(db, { ...RECORD_METHODS, scope: WRITE }, updateSubscription)),
  // Servers send an empty 405.
  http.delete(
    RECORD,
    withProject(db, { ...RECORD_METHODS, scope: WRITE }, () => new HttpResponse(null, { status: 405 })),
  ),
  http.all(RECORD, notAllowed(db, RECORD_METHODS)),
];
