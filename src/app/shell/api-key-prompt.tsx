import type { KeyDialogProps } from "@/app/connect/key-dialog";
import type { Backend } from "@/app/connection/backend";
import { ErrorBoundary } from "@/app/notices/error-boundary";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";

const KeyDialog = lazyOverlay<"KeyDialog", KeyDialogProps>(
  () => import("@/app/connect/key-dialog"),
  "KeyDialog",
);

/** Shows the key dialog while the server rejects the API key. Nothing else reports the rejection. */
export function ApiKeyPrompt({ backend }: { readonly backend: Backend }) {
  const { keyRefusal } = useConnectionStatus(backend.client);
  if (keyRefusal === null) return null;
  return (
    <ErrorBoundary>
      <KeyDialog backend={backend} isChangeRejected={keyRefusal === "write"} />
    </ErrorBoundary>
  );
}
