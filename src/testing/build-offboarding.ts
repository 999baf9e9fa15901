import * as z from "zod/mini";
import { userSummary } from "@/api/fields";
import type { ExplicitMember } from "@/api/members";
import { type Subscription, subscription } from "@/api/subscriptions";
import type { DepartingMember } from "@/data/offboarding/match-member";

export const LEA_VER: DepartingMember = {
  uuid: "0190aaaa-0000-4000-8000-000000000001",
  email: "lea@x.co",
  name: "Lea Ver",
};

export function buildUserSummary(uuid: string | null, email: string, first_name = "") {
  return z.parse(userSummary, { id: 1, uuid, email, first_name });
}

export function buildOffboardingSubscription(fields: Partial<Subscription>): Subscription {
  return z.parse(subscription, {
    id: 1,
    dashboard: 12,
    insight: null,
    target_type: "email",
    target_value: "lea@x.co,bo@x.co",
    frequency: "weekly",
    start_date: "2026-11-02T08:00:00Z",
    created_by: null,
    deleted: false,
    title: "Weekly figures",
    ...fields,
  });
}

/**
 * Builds the departing member's explicit membership. The levels in the project and the organization
 * are 1.
 */
export function buildMembership({ uuid, email, name }: DepartingMember): ExplicitMember {
  return {
    id: "m-1",
    level: 1,
    parent_level: 1,
    parent_membership_id: null,
    joined_at: "2025-01-01T00:00:00Z",
    updated_at: null,
    user: buildUserSummary(uuid, email, name),
    effective_level: 1,
  };
}
