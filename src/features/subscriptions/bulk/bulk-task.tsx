import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { expectPlan } from "@/data/bulk-runs";
import type { BulkDialogProps } from "./bulk-dialog";

const BulkDialog = lazy(() => import("./bulk-dialog").then((module) => ({ default: module.BulkDialog })));

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
