import * as z from "zod/mini";
import { defineEndpoint, emptyResponse, type ParseResult } from "./endpoint";
import { textOrEmpty, textOrNull } from "./fields";
import { type ListPage, parsePage } from "./parsers";

// Not part of the contract (server-generations, Run history): only newer servers keep past deliveries.

/** An empty list in place of null or nothing. */
function listOrEmpty<Item>(item: z.ZodMiniType<Item>) {
  return z.pipe(
    z._default(z.nullable(z.array(item)), null),
    z.transform((items) => items ?? []),
  );
}

const recipientResult = z.looseObject({
  recipient: textOrEmpty,
  /** Known are `success`, `failed` and `partial`. */
  status: textOrEmpty,
  /** A text, or an object with a `message`. */
  error: z.optional(z.unknown()),
});

const delivery = z.looseObject({
  id: z.string(),
  /** Known are `scheduled`, `manual` and `target_change`. */
  trigger_type: textOrEmpty,
  /** Known are `starting`, `completed`, `failed` and `skipped`. "completed" doesn't mean received. */
  status: textOrEmpty,
  scheduled_at: textOrNull,
  created_at: textOrNull,
  target_type: textOrEmpty,
  exported_asset_ids: listOrEmpty(z.int()),
  recipient_results: listOrEmpty(recipientResult),
  /** A text, or an object with a `message`. */
  error: z.optional(z.unknown()),
});
/** One past delivery. Dates are ISO 8601 in UTC. */
export type PastDelivery = z.output<typeof delivery>;

/** A page without a total. */
export interface DeliveryPage extends Omit<ListPage<PastDelivery>, "count"> {
  /** Cursor of the page with older deliveries, or null. */
  readonly next: string | null;
}

/** Returns only the cursor: servers link to another path prefix, and a link may lead anywhere. */
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

/** Delivers to all recipients immediately. Responds 202 before the delivery has ended, and 409 when it can't start. */
export const sendTestDelivery = defineEndpoint({
  id: "subscriptions.testDelivery",
  method: "POST",
  path: "/api/environments/:project_id/subscriptions/:id/test-delivery/",
  scope: "subscription:write",
  response: emptyResponse,
});
