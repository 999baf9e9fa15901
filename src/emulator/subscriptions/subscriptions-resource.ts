import { defineResource } from "@/emulator/backend/resource";
import { isSubscriptionRow, type SubscriptionRow } from "./subscriptions-row";
import { createSubscriptionSeed } from "./subscriptions-seed";

/** A project's subscriptions. The hidden view is Trash. */
export const subscriptionsResource = defineResource<SubscriptionRow>({
  name: "subscriptions",
  getId: (row) => String(row.id),
  isRow: isSubscriptionRow,
  isHidden: (row) => row.deleted,
  seed: createSubscriptionSeed,
});
