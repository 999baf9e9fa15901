import type { ExplicitMember, MemberCreation } from "@/contract/members";
import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/contract/subscriptions";

interface PlannedBase {
  /** Told apart by it from the others of its run. */
  readonly key: string;
  /** What a person calls the record. */
  readonly name: string;
}

interface SendableBase extends PlannedBase {
  /** The journal entry that this takes back. */
  readonly undoes?: string;
  /** Keys of writes before it in the plan: unless they are all done, this one is not sent. */
  readonly after?: readonly string[];
}

/** What will be sent about a delivery. */
export type PlannedSubscriptionChange = SendableBase & { readonly resource: "subscription" } & (
    | {
        readonly kind: "change";
        /** As the plan saw it: what is overwritten is compared with it. */
        readonly before: Subscription;
        /** The fields that change, and nothing else. */
        readonly body: SubscriptionChange;
        /** Other fields that must still be as in `before`: what is decided by them holds no longer than they do. */
        readonly precondition?: readonly (keyof SubscriptionChange)[];
      }
    | { readonly kind: "create"; readonly body: SubscriptionCreation }
  );

/** What a subscription sends, to whom and when: a deletion that was decided by it must find it unchanged. */
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
] as const satisfies readonly (keyof SubscriptionChange)[];

/** An addition that names its level. */
export type NewMember = MemberCreation & { readonly level: number };

/** What will be sent about an explicit member; `before` is the membership as the plan saw it. */
export type PlannedMemberChange = SendableBase & { readonly resource: "member" } & (
    | {
        readonly kind: "change";
        readonly before: ExplicitMember;
        readonly body: { readonly level: number };
      }
    | {
        readonly kind: "create";
        readonly body: NewMember;
        /** Who it is, where somebody knows. */
        readonly person?: { readonly name: string | null; readonly email: string | null };
      }
    | {
        readonly kind: "remove";
        readonly before: ExplicitMember;
        /**
         * The organisation may give another level by the time its turn comes. `redundant`: only as long as it changes
         * nothing. `kept`: only as long as the person keeps what was said when it was agreed to.
         */
        readonly precondition?: "redundant" | "kept";
      }
  );

/** What will be sent, told apart by `resource` and `kind`. */
export type SendableChange = PlannedSubscriptionChange | PlannedMemberChange;

/** What stays as it is, and why. */
type SkippedChange = PlannedBase & { readonly kind: "nothing" | "impossible"; readonly why: string };

/** A plan that is about deliveries only. */
export type PlannedSubscriptionItem = PlannedSubscriptionChange | SkippedChange;

/** One record of a bulk run as it was planned: what will be sent, or why nothing will be. */
export type PlannedChange = SendableChange | SkippedChange;

/** Whether a request goes out for it. */
export function isSendable(change: PlannedChange): change is SendableChange {
  return change.kind !== "nothing" && change.kind !== "impossible";
}
