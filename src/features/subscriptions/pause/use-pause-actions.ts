import { useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/client/api-context";
import { showChunkLoadError, toasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";

/**
 * Returns a function that pauses or resumes a record, and shows a toast with Undo. Asks for
 * confirmation if resuming sends or may send a delivery.
 */
export function usePauseActions() {
  const api = useApi();
  const queryClient = useQueryClient();
  const confirm = useConfirm();

  return async (record: Subscription, isEnabled: boolean): Promise<void> => {
    try {
      const { setEnabled } = await import("./set-enabled");
      await setEnabled({ api, queryClient, toasts, confirm }, record, isEnabled);
    } catch {
      showChunkLoadError();
    }
  };
}
