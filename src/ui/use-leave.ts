import { useLocation, useNavigate } from "react-router-dom";

/** Ways out of a drawer. */
export interface Leave {
  /** Where the person came from; `under` when the drawer was the first page of the visit. */
  readonly back: () => void;
  readonly to: (path: string) => void;
}

/**
 * Leaves a drawer that has an address of its own, so that Back does not open it again.
 * @param under address of the page under the drawer
 */
export function useLeave(under: string): Leave {
  const navigate = useNavigate();
  const { key } = useLocation();
  const to = (path: string) => void navigate(path, { replace: true });
  // The router's key of a first page: there is nothing of ours behind it.
  return { to, back: () => (key === "default" ? to(under) : void navigate(-1)) };
}
