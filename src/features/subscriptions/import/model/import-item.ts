import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/api/subscriptions";

/** `missing` subscriptions are not in the file, although it was exported with all subscriptions. */
export type ImportKind = "new" | "changed" | "restored" | "deleted" | "missing";

export interface FieldEdit {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface ImportItem {
  readonly key: string;
  readonly kind: ImportKind;
  readonly name: string;
  /** Line number in the file. Null for a missing subscription. */
  readonly line: number | null;
  readonly changes: readonly FieldEdit[];
  readonly plannedChange: ImportItemChange;
  /** Items with warnings are deselected by default. */
  readonly warnings: readonly string[];
  /** Whether an error prevents the import. */
  readonly isBlocked: boolean;
}

export type ImportItemChange =
  | { readonly kind: "create"; readonly body: SubscriptionCreation }
  | { readonly kind: "change"; readonly before: Subscription; readonly body: SubscriptionChange }
  | { readonly kind: "none" };
