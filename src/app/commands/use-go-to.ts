import { createPath, useLocation, useNavigate } from "react-router-dom";

/** Goes to an address as a link does: where it is the one of the page, the history gets no second entry. */
export function useGoTo(): (to: string) => void {
  const navigate = useNavigate();
  const currentPath = createPath(useLocation());
  return (to) => void navigate(to, { replace: to === currentPath });
}
