import { useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/client/api-context";
import { showChunkLoadError, toasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";

const importActions = () => import("./use-trash-actions");

/**
 * Returns the actions of `useTrashActions`, whose code loads on demand. `prefetch` loads the code
 * early.
 */
export function useLazyTrashActions() {
  const context = {
    api: useApi(),
    queryClient: useQueryClient(),
    toasts,
    confirm: useConfirm(),
  };

  function run(name: "remove" | "restore", record: Subscription): void {
    importActions().then(
      ({ createTrashActions }) => void createTrashActions(context)[name](record),
      showChunkLoadError,
    );
  }

  return {
    prefetch: () => void importActions().catch(() => undefined),
    remove: (record: Subscription) => run("remove", record),
    restore: (record: Subscription) => run("restore", record),
  };
}
