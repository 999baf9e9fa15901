import { Suspense } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { canPauseRecord } from "@/data/capabilities/can-pause-record";
import { useChunkLoadErrorToast } from "@/ui/feedback/chunk-load-error";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { OverlayBoundary } from "@/ui/overlay/lazy-overlay";
import { PAST_DELIVERIES_ID } from "./last-delivery";

const { Component: PastDeliveries } = lazyPage(() => import("./past-deliveries"), "PastDeliveries");

/** Shows a subscription's past deliveries. Sends no request to servers that don't support them. */
export function LazyPastDeliveries({ record }: { readonly record: Subscription }) {
  const showLoadError = useChunkLoadErrorToast();
  if (!canPauseRecord(record)) return null;
  return (
    <OverlayBoundary onError={showLoadError}>
      <Suspense fallback={null}>
        <div id={PAST_DELIVERIES_ID} tabIndex={-1}>
          <PastDeliveries key={record.id} id={record.id} />
        </div>
      </Suspense>
    </OverlayBoundary>
  );
}
