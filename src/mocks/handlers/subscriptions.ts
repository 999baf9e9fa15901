import { HttpResponse, http } from "msw";
import { type ProjectContext, readBody, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { deliverAfterSave } from "@/mocks/deliveries";
import { fail } from "@/mocks/errors";
import { formatWireDate } from "@/mocks/fields";
import { mapInSlices, paginate } from "@/mocks/paginate";
import { getSourceName } from "@/mocks/seed/catalog";
import { getResourceType, parseSubscription } from "@/mocks/subscription-fields";
import type { Schedule, SubscriptionRow } from "@/mocks/subscription-row";
import {
  computeNextDeliveryDate,
  getCurrentDeliveryDate,
  NEWER_DEFAULTS,
  pickSchedule,
} from "@/mocks/subscription-row";

const LIST = "*/api/:prefix/:project_id/subscriptions";
const RECORD = `${LIST}/:id`;
const READ = "subscription:read";
const WRITE = "subscription:write";

/** Names of positions in a month, from -1. */
const POSITIONS = ["last", "", "first", "second", "third", "fourth"];

/** Formats the schedule like the server's summary (upstream-facts, Subscriptions). */
function formatSummary({ frequency, interval, byweekday, bysetpos }: Schedule): string {
  const unit = frequency === "daily" ? "day" : frequency.replace(/ly$/, "");
  const every = interval > 1 ? `sent every ${interval} ${unit}s` : `sent every ${unit}`;
  const [weekday, ...others] = byweekday ?? [];
  if (weekday === undefined || bysetpos === null) return every;
  const position = POSITIONS[bysetpos + 1];
  const day = others.length > 0 ? "day" : `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}`;
  return position ? `${every} on the ${position} ${day}` : "sent on a schedule";
}

/** Returns the target. A Teams webhook is reduced to its host, because its URL is a secret. */
export const getServedTarget = ({ target_type, target_value }: SubscriptionRow) =>
  target_type === "teams" ? new URL(target_value).host : target_value;

/** Returns the name of the source, or one that newer servers derive from other content. */
function getResourceName({ project }: ProjectContext, row: SubscriptionRow): string | null {
  const derived = row.title || (row.prompt?.slice(0, 60) ?? "Pulse brief");
  return getSourceName(project, row) ?? (getResourceType(row) === null ? null : derived);
}

function serializeSubscription(context: ProjectContext, row: SubscriptionRow) {
  const { stuck, restored_at, brief, ...fields } = { ...NEWER_DEFAULTS, ...row };
  const served = {
    ...fields,
    target_value: getServedTarget(row),
    summary: formatSummary(row),
    next_delivery_date: getCurrentDeliveryDate(context, row),
    // The message is sent with the first delivery and never stored (upstream-facts, Subscriptions).
    invite_message: null,
  };
  if (!context.isNewer)
    return Object.fromEntries(
      Object.entries(served).filter(([name]) => !Object.hasOwn(NEWER_DEFAULTS, name)),
    );
  return {
    ...served,
    resource_type: getResourceType(row),
    resource_name: getResourceName(context, row),
    insight_short_id: context.project.insights.get(row.insight ?? 0)?.short_id ?? null,
  };
}

const collator = new Intl.Collator("en");

/** Compares as PostgreSQL does. Null sorts last when ascending and first when descending. */
function compareValues(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return collator.compare(one, other);
}

/** Sorts by the known fields of `ordering`, such as `-created_at,title`. Without one, the newest rows come first. */
function sortRows(context: ProjectContext, rows: readonly SubscriptionRow[]) {
  const fields = new Map<string, (row: SubscriptionRow) => string | null>([
    ["created_at", (row) => row.created_at],
    ["next_delivery_date", (row) => getCurrentDeliveryDate(context, row)],
    ["title", (row) => row.title],
  ]);
  const terms = (context.url.searchParams.get("ordering") ?? "").split(",").map((term) => term.trim());
  return rows.toSorted((one, other) => {
    for (const term of terms) {
      const read = fields.get(term.replace(/^-/, ""));
      const order = read ? compareValues(read(one), read(other)) : 0;
      if (order !== 0) return term.startsWith("-") ? -order : order;
    }
    return 0;
  });
}

const NEWER_FILTERS = ["search", "ordering", "target_type"];
const CHANNELS = ["email", "slack", "teams"];

/** Creates the filter of newer servers by search and channel. */
function createNewerFilter({ url, project }: ProjectContext): (row: SubscriptionRow) => boolean {
  const words = (url.searchParams.get("search") ?? "").toLowerCase().split(/[\s,]+/);
  const channel = url.searchParams.get("target_type");
  if (channel && !CHANNELS.includes(channel))
    fail.invalidInput(`Must be one of: ${CHANNELS.join(", ")}.`, "target_type");
  return (row) => {
    const text = `${row.title ?? ""}\n${getSourceName(project, row) ?? ""}`.toLowerCase();
    return (!channel || row.target_type === channel) && words.every((word) => text.includes(word));
  };
}

/** Lists the default view or Trash, newest first. Every server filters by source, and newer ones have more filters. */
async function listSubscriptions(context: ProjectContext): Promise<Response> {
  const { url, subscriptions, isNewer } = context;
  const { searchParams } = url;
  const [insight, dashboard] = ["insight", "dashboard"].map((name) => searchParams.get(name));
  // Servers fail on IDs that aren't numbers.
  if ([insight, dashboard].some((id) => (id && !/^\d+$/.test(id)) || id === "")) return fail.serverError();
  let ids = subscriptions.ids(searchParams.get("deleted") === "true" ? "hidden" : "visible");
  const hasNewerFilter = isNewer && NEWER_FILTERS.some((name) => searchParams.has(name));
  if (insight || dashboard || hasNewerFilter) {
    const matches = hasNewerFilter ? createNewerFilter(context) : () => true;
    const found = await mapInSlices(ids, (id) => {
      const row = subscriptions.get(id);
      const isOfSource =
        (!insight || row?.insight === Number(insight)) &&
        (!dashboard || row?.dashboard === Number(dashboard));
      return row && isOfSource && matches(row) ? row : undefined;
    });
    const rows = found.filter((row) => row !== undefined);
    ids = (hasNewerFilter ? sortRows(context, rows) : rows).map(({ id }) => String(id));
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

const getSubscription = (context: ProjectContext) =>
  HttpResponse.json(serializeSubscription(context, findSubscription(context)));

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

const describeSchedule = (fields: Schedule) => JSON.stringify(pickSchedule(fields));

async function updateSubscription(context: ProjectContext): Promise<Response> {
  const { request, now, subscriptions, db } = context;
  findSubscription(context);
  const body = await readBody(request);
  const before = findSubscription(context);
  const fields = parseSubscription(body, context, before);
  const { stuck, ...changed } = { ...before, ...fields };
  const isResumed = before.enabled === false && fields.enabled === true;
  const isRescheduled = isResumed || describeSchedule(before) !== describeSchedule(fields);
  const isRestored = before.deleted && !fields.deleted;
  const row: SubscriptionRow = isRescheduled
    ? { ...changed, next_delivery_date: computeNextDeliveryDate(fields, now, db.profile) }
    : { ...before, ...fields, ...(isRestored && { restored_at: formatWireDate(now) }) };
  subscriptions.put(row);
  deliverAfterSave(context, row, body["send_test_now"], before);
  return HttpResponse.json(serializeSubscription(context, row));
}

// Servers send an empty 405.
const refuseDeletion = () => new HttpResponse(null, { status: 405 });

/** Subscriptions (contract, endpoints 4 to 8). */
export const subscriptionHandlers = (db: Db) => [
  http.get(LIST, withProject(db, READ, listSubscriptions)),
  http.post(LIST, withProject(db, WRITE, createSubscription)),
  http.get(RECORD, withProject(db, READ, getSubscription)),
  http.patch(RECORD, withProject(db, WRITE, updateSubscription)),
  http.put(RECORD, withProject(db, WRITE, updateSubscription)),
  http.delete(RECORD, withProject(db, WRITE, refuseDeletion)),
];
