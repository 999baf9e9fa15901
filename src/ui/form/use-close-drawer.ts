import { useLocation, useNavigate } from "react-router-dom";
import { useHasLeft } from "@/ui/hooks/use-is-unmounted-route";

/** Ways out of a drawer. */
export interface Leave {
  /** Where the person came from; `under` when the drawer was the first page of the visit. */
  readonly back: () => void;
  readonly to: (path: string) => void;
}

/**
 * Leaves a drawer that has an address of its own, so that Back does not open it again.
 * Who has gone elsewhere meanwhile stays there.
 * @param under address of the page under the drawer
 */
export function useLeave(under: string): Leave {
  const navigate = useNavigate();
  const { key } = useLocation();
  const hasLeft = useHasLeft();
  function to(path: string) {
    if (!hasLeft()) void navigate(path, { replace: true });
  }
  function back() {
    // The router's key of a first page: there is nothing of ours behind it.
    if (key === "default") to(under);
    else if (!hasLeft()) void navigate(-1);
  }
  return { to, back };
}
