import * as z from "zod/mini";
import { defineEndpoint, emptyResponse } from "./endpoint";
import {
  instant,
  int32,
  intOrNull,
  nestedUser,
  pageFields,
  parsePage,
  parseWith,
  textOrNull,
} from "./parsers";

/** Known channels (upstream-facts, Subscriptions). Unknown channels are shown as received. */
export const TARGET_TYPES = ["email", "slack", "webhook", "teams"] as const;
/** Known frequencies (upstream-facts, Subscriptions). */
export const FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;
/** Known weekday positions. -1 is the last. 0 causes a 500 (upstream-facts, Subscriptions). */
export const SET_POSITIONS = [1, 2, 3, 4, -1] as const;
/** In characters. */
export const TITLE_MAX_LENGTH = 100;
export const PROMPT_MAX_LENGTH = 4_000;
/** Largest number of selected insights that every server with selections accepts (server-generations, At a glance). */
export const SAFE_SELECTED_INSIGHTS = 6;
/** Largest number of selected insights that any server accepts. */
export const MAX_SELECTED_INSIGHTS = 10;

const subscriptionFields = z.looseObject({
  id: z.int(),
  dashboard: z.optional(z.nullable(z.int())),
  insight: z.optional(z.nullable(z.int())),
  target_type: z.string(),
  target_value: z.string(),
  frequency: z.string(),
  interval: z.pipe(
    intOrNull,
    z.transform((value) => value ?? 1),
  ),
  byweekday: z._default(z.nullable(z.array(z.string())), null),
  bysetpos: intOrNull,
  count: intOrNull,
  start_date: z.string(),
  until_date: textOrNull,
  created_at: textOrNull,
  created_by: nestedUser,
  /** Undefined when the server doesn't return it. */
  deleted: z.optional(
    z.pipe(
      z.nullable(z.boolean()),
      z.transform((value) => value ?? undefined),
    ),
  ),
  title: textOrNull,
  summary: textOrNull,
  /** Null if no delivery is planned. Undefined when the server doesn't return it. */
  next_delivery_date: z.optional(z.nullable(z.string())),
  invite_message: textOrNull,
  // Only servers released since 2026 send these fields (server-generations). The app derives the
  // server's capabilities from them (data/capabilities).
  enabled: z.optional(z.nullable(z.boolean())),
  resource_type: z.optional(z.nullable(z.string())),
  /** Some servers send the string "None" for a missing name. */
  resource_name: z.optional(z.nullable(z.string())),
  insight_short_id: z.optional(z.nullable(z.string())),
  integration_id: z.optional(z.nullable(z.int())),
  dashboard_export_insights: z.optional(z.nullable(z.array(z.int()))),
  /** Set only when the subscription delivers the response to a prompt. */
  prompt: z.optional(z.nullable(z.string())),
});

type WithSource = z.output<typeof subscriptionFields> & {
  dashboard: number | null;
  insight: number | null;
  is_source_unknown?: true;
};

/**
 * A subscription. Dates are ISO 8601 in UTC. Unknown keys are preserved for the raw view. `is_source_unknown` is added to
 * a record with neither field of its source, because “no source” would mean that it is never delivered.
 */
export const subscription = z.pipe(
  subscriptionFields,
  z.transform((fields): WithSource => {
    const { dashboard = null, insight = null } = fields;
    const isUnknown = fields.dashboard === undefined && fields.insight === undefined;
    return { ...fields, dashboard, insight, ...(isUnknown && { is_source_unknown: true }) };
  }),
);

/**
 * A parsed subscription. Missing fields default to null, and `interval` to 1. Undefined are `deleted` and
 * `next_delivery_date`, whose default would promise that nothing is sent, and fields that only newer servers send.
 */
export type Subscription = z.output<typeof subscription>;

const writableFields = {
  dashboard: z.optional(z.nullable(z.int())),
  insight: z.optional(z.nullable(z.int())),
  target_type: z.string(),
  target_value: z.string(),
  frequency: z.string(),
  interval: z.optional(int32),
  byweekday: z.optional(z.nullable(z.array(z.string()))),
  bysetpos: z.optional(z.nullable(int32)),
  count: z.optional(z.nullable(int32)),
  start_date: instant,
  until_date: z.optional(z.nullable(instant)),
  deleted: z.optional(z.boolean()),
  title: z.optional(z.nullable(z.string().check(z.maxLength(TITLE_MAX_LENGTH)))),
  invite_message: z.optional(z.nullable(z.string())),
  // Sent only to servers that support these fields (data/capabilities).
  enabled: z.optional(z.boolean()),
  dashboard_export_insights: z.optional(z.array(z.int())),
  integration_id: z.optional(z.nullable(z.int())),
  prompt: z.optional(z.string().check(z.maxLength(PROMPT_MAX_LENGTH))),
  /** False skips the immediate delivery after saving. Servers never return this field. */
  send_test_now: z.optional(z.boolean()),
};

/** Strict, because unknown keys are bugs. */
export const subscriptionCreation = z.strictObject(writableFields);
export type SubscriptionCreation = z.output<typeof subscriptionCreation>;

/** Omitted fields stay unchanged. */
export const subscriptionChange = z.partial(z.strictObject(writableFields));
/** `deleted` moves a subscription to Trash or restores it. */
export type SubscriptionChange = z.output<typeof subscriptionChange>;

/** `deleted=true` lists the subscriptions in Trash (upstream-facts, Subscriptions). */
const subscriptionListQuery = z.strictObject({
  ...pageFields,
  deleted: z.optional(z.boolean()),
  // Only for servers that search and sort (data/capabilities). Others ignore these fields.
  search: z.optional(z.string()),
  ordering: z.optional(z.string()),
  target_type: z.optional(z.string()),
});

export const listSubscriptions = defineEndpoint({
  id: "subscriptions.list",
  method: "GET",
  path: "/api/environments/:project_id/subscriptions/",
  scope: "subscription:read",
  query: subscriptionListQuery,
  response: { kind: "json", parse: parsePage(subscription) },
});

/**
 * Creates a subscription and responds with 201. The server then sends a first delivery immediately,
 * unless `send_test_now` is false.
 */
export const createSubscription = defineEndpoint({
  id: "subscriptions.create",
  method: "POST",
  path: "/api/environments/:project_id/subscriptions/",
  scope: "subscription:write",
  body: subscriptionCreation,
  response: { kind: "json", parse: parseWith(subscription) },
});

/** Returns a subscription, even if it is deleted. */
export const getSubscription = defineEndpoint({
  id: "subscriptions.get",
  method: "GET",
  path: "/api/environments/:project_id/subscriptions/:id/",
  scope: "subscription:read",
  response: { kind: "json", parse: parseWith(subscription) },
});

/** Changes the supplied fields and responds with the whole record. `deleted: true` moves the subscription to Trash. */
export const updateSubscription = defineEndpoint({
  id: "subscriptions.update",
  method: "PATCH",
  path: "/api/environments/:project_id/subscriptions/:id/",
  scope: "subscription:write",
  body: subscriptionChange,
  response: { kind: "json", parse: parseWith(subscription) },
});

/**
 * Always responds with 405 (contract, endpoint 8). The app never calls this endpoint, which is
 * included for completeness.
 */
export const deleteSubscription = defineEndpoint({
  id: "subscriptions.delete",
  method: "DELETE",
  path: "/api/environments/:project_id/subscriptions/:id/",
  scope: "subscription:write",
  response: emptyResponse,
});

/** Whether the server can pause the record. Only servers that support pausing return `enabled`. */
export function canPauseRecord({ enabled }: { readonly enabled?: boolean | null | undefined }): boolean {
  return enabled !== undefined && enabled !== null;
}
