import { useLocation, useNavigate } from "react-router-dom";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";

export interface CloseDrawer {
  /** Returns to the previous page, or to `fallbackPath` when the drawer was the first page of the visit. */
  readonly goBack: () => void;
  readonly goTo: (path: string) => void;
}

/**
 * Closes a drawer that has its own path, so that Back doesn't reopen the drawer. Does nothing when the user has
 * already left the drawer's page.
 * @param fallbackPath path of the page under the drawer
 */
export function useCloseDrawer(fallbackPath: string): CloseDrawer {
  const navigate = useNavigate();
  const { key } = useLocation();
  const isRouteUnmounted = useIsUnmountedRoute();
  function goTo(path: string) {
    if (!isRouteUnmounted()) void navigate(path, { replace: true });
  }
  function goBack() {
    // The router uses this key for the first page of a visit, which has no earlier app page.
    if (key === "default") goTo(fallbackPath);
    else if (!isRouteUnmounted()) void navigate(-1);
  }
  return { goTo, goBack };
}
