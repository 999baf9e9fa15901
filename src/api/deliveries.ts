import * as z from "zod/mini";
import { defineEndpoint, emptyResponse, type ParseResult } from "./endpoint";
import { type ListPage, parsePage, textOrEmpty, textOrNull } from "./parsers";

// Only newer servers have these endpoints. The contract doesn't define them (server-generations,
// Run history and Test delivery).

/** Converts null and missing values to an empty list. */
function listOrEmpty<Item>(item: z.ZodMiniType<Item>) {
  return z.pipe(
    z._default(z.nullable(z.array(item)), null),
    z.transform((items) => items ?? []),
  );
}

const recipientResult = z.looseObject({
  recipient: textOrEmpty,
  /** Known values: `success`, `failed`, `partial`. */
  status: textOrEmpty,
  /** A string, or an object with a `message`. */
  error: z.optional(z.unknown()),
});

const delivery = z.looseObject({
  id: z.string(),
  /** Known values: `scheduled`, `manual`, `target_change`. */
  trigger_type: textOrEmpty,
  /**
   * Known values: `starting`, `completed`, `failed`, `skipped`. `completed` doesn't mean that recipients received the
   * delivery.
   */
  status: textOrEmpty,
  scheduled_at: textOrNull,
  created_at: textOrNull,
  target_type: textOrEmpty,
  exported_asset_ids: listOrEmpty(z.int()),
  recipient_results: listOrEmpty(recipientResult),
  /** A string, or an object with a `message`. */
  error: z.optional(z.unknown()),
});
/** One past delivery. Dates are ISO 8601 in UTC. */
export type PastDelivery = z.output<typeof delivery>;

export interface DeliveryPage extends Omit<ListPage<PastDelivery>, "count"> {
  /** Cursor for older deliveries, or null on the last page. */
  readonly next: string | null;
}

/** Returns only the cursor of the `next` link. The link's path prefix may differ, and its host can't be trusted. */
function readCursor(body: unknown): string | null {
  const link: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "next") : null;
  if (typeof link !== "string") return null;
  return new URLSearchParams(link.slice(link.indexOf("?") + 1)).get("cursor") || null;
}

const parseDeliveries = parsePage(delivery);

function parseDeliveryPage(body: unknown): ParseResult<DeliveryPage> {
  const page = parseDeliveries(body);
  if (!page.ok) return page;
  const { results, broken } = page.value;
  return { ok: true, value: { results, broken, next: readCursor(body) } };
}

/** Lists the past deliveries of a subscription, newest first, in pages of 50. */
export const listDeliveries = defineEndpoint({
  id: "subscriptions.deliveries",
  method: "GET",
  path: "/api/environments/:project_id/subscriptions/:id/deliveries/",
  scope: "subscription:read",
  query: z.strictObject({
    status: z.optional(z.string().check(z.minLength(1))),
    cursor: z.optional(z.string().check(z.minLength(1))),
  }),
  response: { kind: "json", parse: parseDeliveryPage },
});

/**
 * Sends a delivery to all recipients immediately. Responds with 202 before the delivery has finished, or with 409
 * when it can't start.
 */
export const sendTestDelivery = defineEndpoint({
  id: "subscriptions.testDelivery",
  method: "POST",
  path: "/api/environments/:project_id/subscriptions/:id/test-delivery/",
  scope: "subscription:write",
  response: emptyResponse,
});
