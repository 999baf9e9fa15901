import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";
import { prefetchBulkPreview } from "@/data/bulk/bulk-job-store";
import { lazyPage } from "@/ui/hooks/lazy-page";
import type { BulkDialogProps } from "./bulk-form";

const { Component: BulkDialog } = lazyPage(() => import("./bulk-dialog"), "BulkDialog");

export function LazyBulkDialog(props: BulkDialogProps): ReactNode {
  const queryClient = useQueryClient();
  // Loads the preview's code while the user fills in the form.
  useEffect(() => prefetchBulkPreview(queryClient), [queryClient]);
  return (
    <Suspense fallback={null}>
      <BulkDialog {...props} />
    </Suspense>
  );
}
