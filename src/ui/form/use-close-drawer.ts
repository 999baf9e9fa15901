import { useLocation, useNavigate } from "react-router-dom";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";

/** Ways out of a drawer. */
export interface CloseDrawer {
  /** Where the person came from; `under` when the drawer was the first page of the visit. */
  readonly goBack: () => void;
  readonly goTo: (path: string) => void;
}

/**
 * Leaves a drawer that has an address of its own, so that Back does not open it again.
 * Who has gone elsewhere meanwhile stays there.
 * @param under address of the page under the drawer
 */
export function useCloseDrawer(fallbackPath: string): CloseDrawer {
  const navigate = useNavigate();
  const { key } = useLocation();
  const isRouteUnmounted = useIsUnmountedRoute();
  function goTo(path: string) {
    if (!isRouteUnmounted()) void navigate(path, { replace: true });
  }
  function goBack() {
    // The router's key of a first page: there is nothing of ours behind it.
    if (key === "default") goTo(fallbackPath);
    else if (!isRouteUnmounted()) void navigate(-1);
  }
  return { goTo, goBack };
}
