import { Suspense, useState } from "react";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { OverlayBoundary } from "@/ui/overlay/overlay-boundary";

const { Component: ClockSkewNoticeContent } = lazyPage(
  () => import("./clock-skew-notice-content"),
  "ClockSkewNoticeContent",
);

/** Warns, once per connection, that this device's clock differs from the server's. */
export function ClockSkewNotice({ client }: { readonly client: Client }) {
  const { clockSkewMs } = useConnectionStatus(client);
  const [isDismissed, setIsDismissed] = useState(false);
  return (
    <div role="status">
      {clockSkewMs !== null && !isDismissed && (
        <OverlayBoundary onError={() => setIsDismissed(true)}>
          <Suspense fallback={null}>
            <ClockSkewNoticeContent skewMs={clockSkewMs} onDismiss={() => setIsDismissed(true)} />
          </Suspense>
        </OverlayBoundary>
      )}
    </div>
  );
}
