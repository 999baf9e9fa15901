import * as z from "zod/mini";
import { type Subscription, subscription } from "@/api/subscriptions";

/**
 * Builds a weekly subscription with two recipients. It is delivered on Mondays at 08:00:30 UTC.
 * Parses the fields with the contract's schema.
 */
export function buildSubscription(fields: Partial<Subscription> = {}): Subscription {
  return z.parse(subscription, {
    id: 7,
    dashboard: 12,
    insight: null,
    target_type: "email",
    target_value: "ana@example.com, bo@example.com",
    frequency: "weekly",
    interval: 1,
    byweekday: ["monday"],
    bysetpos: null,
    count: null,
    start_date: "2026-11-02T08:00:30Z",
    until_date: null,
    created_at: "2026-10-30T10:00:00Z",
    created_by: null,
    deleted: false,
    title: "Weekly figures",
    summary: "sent every week",
    next_delivery_date: "2026-11-23T08:00:30Z",
    invite_message: null,
    ...fields,
  });
}
