import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/contract/subscriptions";

/** One record of a bulk run as it was planned: what will be sent, or why nothing will be. */
export type PlannedWrite =
  | {
      /** Told apart by it from the others of its run. */
      readonly key: string;
      /** What a person calls the record. */
      readonly name: string;
      readonly kind: "change";
      /** As the plan saw it: what is overwritten is compared with it. */
      readonly before: Subscription;
      /** The fields that change, and nothing else. */
      readonly body: SubscriptionChange;
      /** The journal entry that this takes back. */
      readonly undoes?: string;
      /** Keys of writes before it in the plan: unless they are all done, this one is not sent. */
      readonly after?: readonly string[];
    }
  | {
      readonly key: string;
      readonly name: string;
      readonly kind: "create";
      readonly body: SubscriptionCreation;
    }
  | { readonly key: string; readonly name: string; readonly kind: "nothing"; readonly why: string }
  | { readonly key: string; readonly name: string; readonly kind: "impossible"; readonly why: string };
