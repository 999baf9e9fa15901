import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";
import { expectPlan } from "@/data/bulk/bulk-job-store";
import { lazyPage } from "@/ui/hooks/lazy-page";
import type { BulkDialogProps } from "./bulk-form";

const { Component: BulkDialog } = lazyPage(() => import("./bulk-dialog"), "BulkDialog");

/** A bulk operation from its questions to its end, loaded when one is chosen. */
export function BulkTask(props: BulkDialogProps): ReactNode {
  const queries = useQueryClient();
  // What shows the plan is fetched beside the questions, not after them.
  useEffect(() => expectPlan(queries), [queries]);
  return (
    <Suspense fallback={null}>
      <BulkDialog {...props} />
    </Suspense>
  );
}
