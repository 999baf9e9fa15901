import { lazy, Suspense, useState } from "react";
import { useSignals } from "@/data/signals";
import type { Client } from "@/http/client";

const RoutesWords = lazy(() => import("./routes-words").then((module) => ({ default: module.RoutesWords })));

/** Told once per connection: its routes are deprecated or gone, and where the prefix is set. */
export function RoutesNotice({ client }: { readonly client: Client }) {
  const { routes } = useSignals(client);
  const [dismissed, setDismissed] = useState<typeof routes>("current");
  return (
    <div role="status">
      {routes !== "current" && routes !== dismissed && (
        <Suspense fallback={null}>
          <RoutesWords
            routes={routes}
            prefix={client.connection.prefix}
            onDismiss={() => setDismissed(routes)}
          />
        </Suspense>
      )}
    </div>
  );
}
