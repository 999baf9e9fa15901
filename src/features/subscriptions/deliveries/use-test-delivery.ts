import { listDeliveries } from "@/api/deliveries";
import { canPauseRecord, type Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { getRefusal, isEndpointMissing } from "@/data/backend/optional-endpoint";
import { showChunkLoadError, toasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";

/**
 * Returns `canTest`, which checks whether the server may support test deliveries, and `send`, which
 * sends one after a confirmation.
 */
export function useTestDelivery(api: Api | null) {
  const confirm = useConfirm();

  return {
    // Servers without past deliveries have no test deliveries either.
    canTest: (record: Subscription) =>
      api !== null &&
      canPauseRecord(record) &&
      !isEndpointMissing(
        getRefusal(api.client, listDeliveries, { path: { project_id: api.projectId } })?.error,
      ),
    send: async (record: Subscription): Promise<void> => {
      if (api === null) return;
      try {
        const { startTestDelivery } = await import("./start-test-delivery");
        await startTestDelivery({ api, toasts, confirm }, record);
      } catch {
        showChunkLoadError();
      }
    },
  };
}
