import { createPath, useLocation, useNavigate } from "react-router-dom";

/**
 * Returns a function that navigates as a link does. Opening the current URL adds no history entry.
 */
export function useGoTo(): (to: string) => void {
  const navigate = useNavigate();
  const currentPath = createPath(useLocation());
  return (to) => void navigate(to, { replace: to === currentPath });
}
