import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { listMakings, type Making } from "@/data/exports/export-requests";
import { requestName } from "@/features/exports/model/export-rules";
import { plural } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { useToasts } from "@/ui/feedback/toasts";
import type { LeftForm } from "@/ui/form/use-background-submit";
import { useMadeToast } from "./use-export-request-toasts";

/** What was asked for by a form that is left, and what became of it. */
interface LeftMakings {
  readonly ids: readonly string[];
  readonly failed: readonly Making[];
  /** What the form is filled with again; null where nothing of it is to be sent once more. */
  readonly draft: object | null;
}

/** Tells what became of exports whose form was left, to who is on none of the pages that show it. */
export function useLeftMakings({ tell }: LeftForm): (makings: LeftMakings) => void {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const tellMade = useMadeToast(false);
  const list = paths.exports(api.projectId);

  return ({ ids, failed, draft }) => {
    // The list and the page of an export say it themselves.
    if (location.pathname.startsWith(list)) return;
    const made = listMakings(queries, api).filter(({ id, state }) => state === "made" && ids.includes(id));
    if (made.length > 0) tellMade(made);
    const [first] = failed;
    if (first === undefined) return;
    const title = failedTitle(failed);
    if (draft !== null) return tell({ title, problem: first.problem, draft });
    toasts.show({
      tone: "danger",
      title,
      detail: "They may have been made all the same: the list tells.",
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Open the list", onSelect: () => void navigate(list) },
    });
  };
}

/** What is not made, no surer than is known. */
function failedTitle(failed: readonly Making[]): string {
  const [only] = failed;
  const what =
    only !== undefined && failed.length === 1
      ? `${requestName(only.body)} was`
      : `${plural(failed.length, "export", "exports")} were`;
  return failed.some(({ state }) => state === "unknown")
    ? `It is not certain that ${what} made`
    : `${what} not made`;
}
