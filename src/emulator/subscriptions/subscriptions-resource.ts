import { defineResource } from "@/emulator/backend/resource";
import { isSubscriptionRow, type SubscriptionRow } from "./subscriptions-row";
import { createSubscriptionSeed } from "./subscriptions-seed";

/** A project's subscriptions. Deleted subscriptions are in the trash. */
export const subscriptionsResource = defineResource<SubscriptionRow>({
  name: "subscriptions",
  getId: (row) => String(row.id),
  isRow: isSubscriptionRow,
  isHidden: (row) => row.deleted,
  seed: createSubscriptionSeed,
});
