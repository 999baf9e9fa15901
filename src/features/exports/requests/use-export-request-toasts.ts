import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { dismissExportRequest, type ExportRequest, useExportRequests } from "@/data/exports/export-requests";
import { exportName, hasFile } from "@/features/exports/model/export-rules";
import { paths } from "@/lib/url/paths";
import { toasts } from "@/ui/feedback/toasts";
import { exportRequestNames, isRequestPending, SLOW_REQUEST_MS } from "./export-request-messages";

/** Exports created within this time share a toast. */
const BATCH_WINDOW_MS = 250;

/**
 * Returns a function that shows a toast for created exports and dismisses their requests.
 * @param isPolling whether the page polls and announces ready exports separately
 */
export function useExportCreatedToast(isPolling: boolean): (created: readonly ExportRequest[]) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  return (created) => {
    for (const { id } of created) dismissExportRequest(queryClient, id);
    const [first] = created;
    const record = first?.record;
    if (!record || created.length > 1) {
      toasts.show({
        tone: "positive",
        title: `${exportRequestNames(created)} created`,
        detail: isPolling
          ? "You'll be notified when they're ready."
          : "Open Exports to see when they're ready.",
      });
      return;
    }
    // Polling already announces an export that is ready immediately.
    const isReady = hasFile(record, new Date());
    if (isReady && isPolling) return;
    toasts.show({
      tone: "positive",
      title: `Created “${exportName(record).text}”`,
      detail: isReady
        ? "The file is ready."
        : isPolling
          ? "You'll be notified when it's ready."
          : "Open it to see when the file is ready.",
      action: { label: "Open", onSelect: () => void navigate(paths.export(api.projectId, record.id)) },
    });
  };
}

export function useExportRequestToasts(): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const requests = useExportRequests(queryClient, api);
  const showCreatedToast = useEffectEvent(useExportCreatedToast(true));

  useEffect(() => {
    const created = requests.filter(({ state }) => state === "made");
    if (created.length === 0) return;
    // Waits, so that exports created together share a toast. The wait is limited even while other
    // requests are pending, because some servers respond slowly.
    const timer = setTimeout(
      () => showCreatedToast(created),
      requests.some(isRequestPending) ? SLOW_REQUEST_MS : BATCH_WINDOW_MS,
    );
    return () => clearTimeout(timer);
  }, [requests]);
}
