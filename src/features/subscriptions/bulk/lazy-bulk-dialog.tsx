import { type ReactNode, useEffect } from "react";
import { useApi } from "@/data/backend/backend";
import { prefetchBulkPreview } from "@/data/bulk/bulk-job-store";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import type { BulkDialogProps } from "./bulk-form";

const BulkDialog = lazyOverlay(() => import("./bulk-dialog"), "BulkDialog");

export function LazyBulkDialog(props: BulkDialogProps): ReactNode {
  const api = useApi();
  // Loads the preview's code while the user fills in the form.
  useEffect(() => prefetchBulkPreview(api), [api]);
  return <BulkDialog {...props} />;
}
