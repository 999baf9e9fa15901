import type { Problem } from "@/lib/text/problem";
import { useToasts } from "@/ui/feedback/toasts";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";
import type { FormDraft } from "./form-draft-storage";

interface BackgroundSubmitFailure {
  /** Title of the toast. Must not claim more than is known about the outcome. */
  readonly title: string;
  /** Problem that the reopened form shows. Null when the app reports the error globally. */
  readonly problem: Problem | null;
  readonly draft: unknown;
}

export interface BackgroundSubmit {
  readonly isRouteUnmounted: () => boolean;
  /** Shows a persistent toast that can reopen the form. Works on any page. */
  readonly notifyFailure: (failure: BackgroundSubmitFailure) => void;
}

/** Reports failures of submissions that continue after their form was closed. */
export function useBackgroundSubmit({ reopen }: FormDraft): BackgroundSubmit {
  const toasts = useToasts();
  const isRouteUnmounted = useIsUnmountedRoute();
  return {
    isRouteUnmounted,
    notifyFailure({ title, problem, draft }) {
      toasts.show({
        tone: "danger",
        title,
        detail: formatDetail(title, problem),
        durationMs: Number.POSITIVE_INFINITY,
        action: { label: "Reopen form", onSelect: () => reopen({ draft, problem }) },
      });
    },
  };
}

function formatDetail(title: string, problem: Problem | null): string {
  if (problem === null) return "Your input is kept.";
  return problem.title === title ? problem.detail : `${problem.title}. ${problem.detail}`;
}
