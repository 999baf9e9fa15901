import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";
import { prefetchBulkPreview } from "@/data/bulk/bulk-job-store";
import { lazyPage } from "@/ui/hooks/lazy-page";
import type { BulkDialogProps } from "./bulk-form";

const { Component: BulkDialog } = lazyPage(() => import("./bulk-dialog"), "BulkDialog");

/** A bulk operation from its questions to its end, loaded when one is chosen. */
export function LazyBulkDialog(props: BulkDialogProps): ReactNode {
  const queryClient = useQueryClient();
  // What shows the plan is fetched beside the questions, not after them.
  useEffect(() => prefetchBulkPreview(queryClient), [queryClient]);
  return (
    <Suspense fallback={null}>
      <BulkDialog {...props} />
    </Suspense>
  );
}
