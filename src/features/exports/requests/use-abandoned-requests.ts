import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { type ExportRequest, listExportRequests } from "@/data/exports/export-requests";
import { paths } from "@/lib/url/paths";
import { useToasts } from "@/ui/feedback/toasts";
import type { BackgroundSubmit } from "@/ui/form/form-draft";
import { failedRequestsTitle } from "./export-request-messages";
import { useExportCreatedToast } from "./use-export-request-toasts";

/** Outcome of requests whose form was closed before the response. */
interface AbandonedRequests {
  readonly ids: readonly string[];
  readonly failed: readonly ExportRequest[];
  /** Input to restore in the form. Null when nothing can be retried. */
  readonly draft: object | null;
}

/**
 * Returns a function that shows the outcome of a closed form's requests in toasts, unless an export
 * page is open.
 */
export function useAbandonedRequests({
  notifyFailure: notify,
}: BackgroundSubmit): (requests: AbandonedRequests) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const showCreatedToast = useExportCreatedToast(false);
  const listUrl = paths.exports(api.projectId);

  return ({ ids, failed, draft }) => {
    // Export pages already show the outcomes of all requests.
    if (location.pathname.startsWith(listUrl)) return;
    const created = listExportRequests(queryClient, api).filter(
      ({ id, state }) => state === "made" && ids.includes(id),
    );
    if (created.length > 0) showCreatedToast(created);
    const [first] = failed;
    if (first === undefined) return;
    const title = failedRequestsTitle(failed);
    if (draft !== null) return notify({ title, problem: first.problem, draft });
    toasts.show({
      tone: "danger",
      title,
      detail:
        failed.length === 1
          ? "It may have been created. Check the list."
          : "They may have been created. Check the list.",
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "View exports", onSelect: () => void navigate(listUrl) },
    });
  };
}
