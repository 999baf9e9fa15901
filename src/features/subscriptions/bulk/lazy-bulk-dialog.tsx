import { type ReactNode, useEffect } from "react";
import { useApi } from "@/data/backend/backend";
import { prefetchBulkPreview } from "@/data/bulk/bulk-job-store";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import type { BulkDialogProps } from "./bulk-form";

/** A bulk action that the user has chosen, with the records at that time. */
export type RequestedBulk = Omit<BulkDialogProps, "onClose">;

const BulkDialog = lazyOverlay(() => import("./bulk-dialog"), "BulkDialog");

export function LazyBulkDialog(props: BulkDialogProps): ReactNode {
  const api = useApi();
  // Loads the preview's code while the user fills in the form.
  useEffect(() => prefetchBulkPreview(api), [api]);
  return <BulkDialog {...props} />;
}
