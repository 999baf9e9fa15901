import type { ReactNode } from "react";
import type { Subscription } from "@/contract/subscriptions";
import type { BulkOperation } from "./bulk-plan";

/** What a bulk operation is asked for. */
export interface BulkDialogProps {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
  /** The recipient to remove or replace, where it is known already. */
  readonly recipient?: string;
  readonly onClose: () => void;
}

/** Asks for what the operation needs, then shows the review. Import it lazily. */
export function BulkDialog(_props: BulkDialogProps): ReactNode {
  return null;
}
