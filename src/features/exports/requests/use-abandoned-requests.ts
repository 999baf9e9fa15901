import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { type ExportRequest, listExportRequests } from "@/data/exports/export-requests";
import { exportRequestName } from "@/features/exports/model/export-rules";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { useToasts } from "@/ui/feedback/toasts";
import type { BackgroundSubmit } from "@/ui/form/use-background-submit";
import { useExportCreatedToast } from "./use-export-request-toasts";

/** What was asked for by a form that is left, and what became of it. */
interface AbandonedRequests {
  readonly ids: readonly string[];
  readonly failed: readonly ExportRequest[];
  /** What the form is filled with again; null where nothing of it is to be sent once more. */
  readonly draft: object | null;
}

/** Tells what became of exports whose form was left, to who is on none of the pages that show it. */
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
    // The list and the page of an export say it themselves.
    if (location.pathname.startsWith(listUrl)) return;
    const created = listExportRequests(queryClient, api).filter(
      ({ id, state }) => state === "made" && ids.includes(id),
    );
    if (created.length > 0) showCreatedToast(created);
    const [first] = failed;
    if (first === undefined) return;
    const title = abandonedRequestsTitle(failed);
    if (draft !== null) return notify({ title, problem: first.problem, draft });
    toasts.show({
      tone: "danger",
      title,
      detail: "They may have been made all the same: the list tells.",
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Open the list", onSelect: () => void navigate(listUrl) },
    });
  };
}

/** What is not made, no surer than is known. */
function abandonedRequestsTitle(failed: readonly ExportRequest[]): string {
  const [first] = failed;
  const subject =
    first !== undefined && failed.length === 1
      ? `${exportRequestName(first.body)} was`
      : `${pluralize(failed.length, "export", "exports")} were`;
  return failed.some(({ state }) => state === "unknown")
    ? `It is not certain that ${subject} made`
    : `${subject} not made`;
}
