import type { Problem } from "@/lib/text/problem";
import { useToasts } from "@/ui/feedback/toasts";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";
import type { FormDraft } from "./form-draft-storage";

/** What became of a form that was left while it was sent. */
interface BackgroundSubmitFailure {
  /** What was not saved, by its name, no surer than is known. */
  readonly title: string;
  /** Why, which the form shows again as well; null where the app itself says it, once for every page. */
  readonly problem: Problem | null;
  /** What was typed and is not saved, as the form keeps it. */
  readonly draft: unknown;
}

/** The page of a form that may be left while it is being sent. */
export interface BackgroundSubmit {
  readonly isRouteUnmounted: () => boolean;
  /** Says what failed, wherever the person is by then, until it is put away; offers the form with what was typed. */
  readonly notifyFailure: (failure: BackgroundSubmitFailure) => void;
}

/** For forms whose sending goes on when they are left: nobody else would hear that it failed. */
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
