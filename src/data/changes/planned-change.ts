import type { ExplicitMember, MemberCreation } from "@/contract/members";
import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/contract/subscriptions";

interface PlannedBase {
  /** Unique within its plan. */
  readonly key: string;
  readonly name: string;
}

interface SendableBase extends PlannedBase {
  /** ID of the journal entry that this undoes. */
  readonly undoes?: string;
  /** Keys of earlier changes in the plan. This change is sent only if all of them succeed. */
  readonly after?: readonly string[];
}

export type PlannedSubscriptionChange = SendableBase & { readonly resource: "subscription" } & (
    | {
        readonly kind: "change";
        /** The record when the change was planned, for conflict checks. */
        readonly before: Subscription;
        readonly body: SubscriptionChange;
        /** Other fields that must not have changed since `before`, because the change depends on them. */
        readonly precondition?: readonly (keyof SubscriptionChange)[];
        /** For a deletion: the expected state of the subscription to keep, after earlier changes in the plan. */
        readonly replacedBy?: Subscription;
      }
    | { readonly kind: "create"; readonly body: SubscriptionCreation }
  );

/**
 * Fields that decide what is sent, to whom and when. A deletion based on these fields is skipped when one has changed.
 */
export const DELIVERY_FIELDS = [
  "dashboard",
  "insight",
  "target_type",
  "target_value",
  "frequency",
  "interval",
  "byweekday",
  "bysetpos",
  "start_date",
  "until_date",
  "count",
  // Absent on servers up to 2025, where a missing value equals a missing value.
  "enabled",
  "prompt",
  "dashboard_export_insights",
  "integration_id",
] as const satisfies readonly (keyof SubscriptionChange)[];

export type NewMember = MemberCreation & { readonly level: number };

/** `before` is the membership when the change was planned. */
export type PlannedMemberChange = SendableBase & { readonly resource: "member" } & (
    | {
        readonly kind: "change";
        readonly before: ExplicitMember;
        readonly body: { readonly level: number };
      }
    | {
        readonly kind: "create";
        readonly body: NewMember;
        readonly person?: { readonly name: string | null; readonly email: string | null };
        /** Otherwise the undo of a removal resets the date. */
        readonly hasNoJoinDate?: boolean;
      }
    | {
        readonly kind: "remove";
        readonly before: ExplicitMember;
        /**
         * Guards against a change of the organization level before sending. `redundant`: send only while the explicit
         * level is redundant. `kept`: send only while the remaining access is the one shown in the preview.
         */
        readonly precondition?: "redundant" | "kept";
      }
  );

export type SendableChange = PlannedSubscriptionChange | PlannedMemberChange;

type SkippedChange = PlannedBase & { readonly kind: "nothing" | "impossible"; readonly why: string };

export type PlannedSubscriptionItem = PlannedSubscriptionChange | SkippedChange;

/** One item of a plan: a change to send, or why nothing is sent. */
export type PlannedChange = SendableChange | SkippedChange;

export function isSendable(change: PlannedChange): change is SendableChange {
  return change.kind !== "nothing" && change.kind !== "impossible";
}
