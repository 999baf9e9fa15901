import { useLocation, useNavigate } from "react-router-dom";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";

export interface CloseDrawer {
  /** Returns to the previous page. Opens `fallbackPath` when the drawer was the first page of the visit. */
  readonly goBack: () => void;
  readonly goTo: (path: string) => void;
}

/**
 * Returns functions that close a drawer with its own path. Back doesn't reopen the drawer. The
 * functions do nothing after the user has left the drawer's page.
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
    // The router uses this key for the first page of a visit.
    if (key === "default") goTo(fallbackPath);
    else if (!isRouteUnmounted()) void navigate(-1);
  }
  return { goTo, goBack };
}
