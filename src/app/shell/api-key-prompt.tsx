import { Suspense } from "react";
import type { KeyDialogProps } from "@/app/connect/key-dialog";
import type { Backend } from "@/app/connection/backend";
import { ErrorBoundary } from "@/app/notices/error-boundary";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import { lazyPage } from "@/ui/hooks/lazy-page";

const { Component: KeyDialog } = lazyPage<"KeyDialog", KeyDialogProps>(
  () => import("@/app/connect/key-dialog"),
  "KeyDialog",
);

/** Shows the key dialog while the server rejects the API key. Nothing else reports the rejection. */
export function ApiKeyPrompt({ backend }: { readonly backend: Backend }) {
  const { keyRefusal } = useConnectionStatus(backend.client);
  if (keyRefusal === null) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <KeyDialog backend={backend} isChangeRejected={keyRefusal === "write"} />
      </Suspense>
    </ErrorBoundary>
  );
}
