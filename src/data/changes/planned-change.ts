import type { ExplicitMember, MemberCreation } from "@/api/members";
import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/api/subscriptions";

interface PlannedBase {
  /** Unique within the plan. */
  readonly key: string;
  readonly name: string;
}

interface SendableBase extends PlannedBase {
  /** ID of the journal entry that this change undoes. */
  readonly undoes?: string;
  /** Keys of earlier changes in the plan. If one of them fails, this change isn't sent. */
  readonly after?: readonly string[];
}

export interface PlannedSubscriptionUpdate extends SendableBase {
  readonly resource: "subscription";
  readonly kind: "change";
  /** The record at the time of planning, for conflict checks. */
  readonly before: Subscription;
  readonly body: SubscriptionChange;
  /** Other fields on which the change depends. If one differs from `before`, the change isn't sent. */
  readonly precondition?: readonly (keyof SubscriptionChange)[];
  /** Only for the deletion of a duplicate. Expected state of the remaining subscription after earlier changes in the plan. */
  readonly replacedBy?: Subscription;
}

interface PlannedSubscriptionCreation extends SendableBase {
  readonly resource: "subscription";
  readonly kind: "create";
  readonly body: SubscriptionCreation;
}

export type PlannedSubscriptionChange = PlannedSubscriptionUpdate | PlannedSubscriptionCreation;

/** Fields that determine deliveries. A planned deletion is skipped when one has changed. */
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
  // Undefined on servers before 2026, like the fields below.
  "enabled",
  "prompt",
  "dashboard_export_insights",
  "integration_id",
] as const satisfies readonly (keyof SubscriptionChange)[];

export type NewMember = MemberCreation & { readonly level: number };

/** `before` is the membership at the time of planning. */
export type PlannedMemberChange = SendableBase & { readonly resource: "member" } & (
    | {
        readonly kind: "change";
        readonly before: ExplicitMember;
        readonly body: { readonly level: number };
      }
    | {
        readonly kind: "create";
        readonly body: NewMember;
        /** Whether the server has no join dates. Otherwise, undoing a removal resets the date. */
        readonly hasNoJoinDate?: boolean;
      }
    | {
        readonly kind: "remove";
        readonly before: ExplicitMember;
        /** `redundant`: only if the explicit level has no effect. `kept`: only if the remaining access is that planned. */
        readonly precondition?: "redundant" | "kept";
      }
  );

export type SendableChange = PlannedSubscriptionChange | PlannedMemberChange;

type SkippedChange = PlannedBase & {
  readonly kind: "nothing" | "impossible";
  readonly why: string;
  readonly before?: Subscription | ExplicitMember;
};

export type PlannedSubscriptionItem = PlannedSubscriptionChange | SkippedChange;

/** An item of a plan: either a change to send, or the reason why nothing is sent. */
export type PlannedChange = SendableChange | SkippedChange;

export function isSendable(change: PlannedChange): change is SendableChange {
  return change.kind !== "nothing" && change.kind !== "impossible";
}
