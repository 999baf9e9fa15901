import type { Subscription } from "@/contract/subscriptions";
import type { PlannedWrite } from "@/data/planned-write";

/** What is done to many records at once. */
export type BulkOperation =
  | { readonly kind: "delete" }
  | { readonly kind: "restore" }
  | { readonly kind: "add-recipient"; readonly recipient: string }
  | { readonly kind: "remove-recipient"; readonly recipient: string }
  | { readonly kind: "replace-recipient"; readonly recipient: string; readonly by: string }
  | {
      readonly kind: "set-end";
      /** ISO 8601 in UTC; null for no end. */
      readonly until: string | null;
    };

/** What the operation means for each record, in their order. */
export function planBulk(
  _records: readonly Subscription[],
  _operation: BulkOperation,
  _now: Date,
): readonly PlannedWrite[] {
  return [];
}
