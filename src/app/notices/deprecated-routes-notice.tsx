import { Suspense, useState } from "react";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { OverlayBoundary } from "@/ui/overlay/overlay-boundary";

const { Component: DeprecatedRoutesContent } = lazyPage(
  () => import("./deprecated-routes-content"),
  "DeprecatedRoutesContent",
);

/**
 * Warns that the connection's API path is deprecated or missing, until the user dismisses the
 * warning.
 */
export function DeprecatedRoutesNotice({ client }: { readonly client: Client }) {
  const { routes } = useConnectionStatus(client);
  const [dismissedState, setDismissedState] = useState<typeof routes>("current");
  return (
    <div role="status">
      {routes !== "current" && routes !== dismissedState && (
        <OverlayBoundary onError={() => setDismissedState(routes)}>
          <Suspense fallback={null}>
            <DeprecatedRoutesContent
              routes={routes}
              client={client}
              onDismiss={() => setDismissedState(routes)}
            />
          </Suspense>
        </OverlayBoundary>
      )}
    </div>
  );
}
