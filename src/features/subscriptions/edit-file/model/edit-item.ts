import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/contract/subscriptions";

/** What becomes of a delivery. `missing`: it does not stand in the file of a whole project. */
export type EditKind = "new" | "changed" | "restored" | "deleted" | "missing";

/** A field before and after, by its wire name. */
export interface FieldEdit {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One delivery that the file would make, change or delete. */
export interface EditItem {
  readonly key: string;
  readonly kind: EditKind;
  readonly name: string;
  /** In the file; null for what does not stand there. */
  readonly line: number | null;
  readonly changes: readonly FieldEdit[];
  readonly plannedChange: EditItemChange;
  /** Why a person should look before it is applied. */
  readonly warnings: readonly string[];
  /** It has a mistake, and cannot be applied. */
  readonly isBlocked: boolean;
}

export type EditItemChange =
  | { readonly kind: "create"; readonly body: SubscriptionCreation }
  | { readonly kind: "change"; readonly before: Subscription; readonly body: SubscriptionChange }
  | { readonly kind: "none" };
