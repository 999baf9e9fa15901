import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/contract/subscriptions";

/** `missing`: not in a file that covers the whole project. */
export type EditKind = "new" | "changed" | "restored" | "deleted" | "missing";

export interface FieldEdit {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface EditItem {
  readonly key: string;
  readonly kind: EditKind;
  readonly name: string;
  /** Line in the file. Null for a missing subscription. */
  readonly line: number | null;
  readonly changes: readonly FieldEdit[];
  readonly plannedChange: EditItemChange;
  /** Items with warnings aren't selected by default. */
  readonly warnings: readonly string[];
  /** It has an error and can't be imported. */
  readonly isBlocked: boolean;
}

export type EditItemChange =
  | { readonly kind: "create"; readonly body: SubscriptionCreation }
  | { readonly kind: "change"; readonly before: Subscription; readonly body: SubscriptionChange }
  | { readonly kind: "none" };
