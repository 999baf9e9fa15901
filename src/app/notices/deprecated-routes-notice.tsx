import { Suspense, useState } from "react";
import { useSignals } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { OverlayBoundary } from "@/ui/overlay/overlay-boundary";

const { Component: RoutesWords } = lazyPage(() => import("./deprecated-routes-content"), "RoutesWords");

/** Told once per connection: its routes are deprecated or gone, and where the prefix is set. */
export function RoutesNotice({ client }: { readonly client: Client }) {
  const { routes } = useSignals(client);
  const [dismissed, setDismissed] = useState<typeof routes>("current");
  return (
    <div role="status">
      {routes !== "current" && routes !== dismissed && (
        <OverlayBoundary onFail={() => setDismissed(routes)}>
          <Suspense fallback={null}>
            <RoutesWords
              routes={routes}
              prefix={client.connection.prefix}
              onDismiss={() => setDismissed(routes)}
            />
          </Suspense>
        </OverlayBoundary>
      )}
    </div>
  );
}
