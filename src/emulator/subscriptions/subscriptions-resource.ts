import { defineResource } from "@/emulator/backend/resource";
import { isSubscriptionRow, type SubscriptionRow } from "./subscriptions-row";
import { subscriptionSeed } from "./subscriptions-seed";

/** The subscriptions of a project; deleted ones stand in the bin. */
export const subscriptions = defineResource<SubscriptionRow>({
  name: "subscriptions",
  idOf: (row) => String(row.id),
  isRow: isSubscriptionRow,
  isHidden: (row) => row.deleted,
  seed: subscriptionSeed,
});
