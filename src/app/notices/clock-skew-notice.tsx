import { Suspense, useState } from "react";
import { useSignals } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { OverlayBoundary } from "@/ui/overlay/overlay-boundary";

const { Component: ClockWords } = lazyPage(() => import("./clock-skew-notice-content"), "ClockWords");

/** Told once per connection: this device's clock is far from the server's, as far as its answers tell the time. */
export function ClockNotice({ client }: { readonly client: Client }) {
  const { clockOff } = useSignals(client);
  const [isDismissed, setIsDismissed] = useState(false);
  return (
    <div role="status">
      {clockOff !== null && !isDismissed && (
        <OverlayBoundary onFail={() => setIsDismissed(true)}>
          <Suspense fallback={null}>
            <ClockWords off={clockOff} onDismiss={() => setIsDismissed(true)} />
          </Suspense>
        </OverlayBoundary>
      )}
    </div>
  );
}
