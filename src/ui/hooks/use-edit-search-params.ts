import { useNavigate } from "react-router-dom";
import { isSamePath } from "@/lib/url/paths";

/** Returns false when another page is active and nothing was changed. */
export type EditSearchParams = (
  edit: (current: URLSearchParams) => string | null,
  options?: { readonly replace: boolean },
) => boolean;

/**
 * Returns a function that changes the search parameters of a page. Small changes replace the history entry.
 * `edit` receives the current parameters of the browser's URL, not of the last render: a busy page renders
 * late, and would undo changes in between. It returns the new search string including "?", or null for no
 * change. Does nothing once another page or drawer is opening, as the change would navigate back. @param path
 * of the page
 */
export function useEditSearchParams(path: string): EditSearchParams {
  const navigate = useNavigate();
  return (edit, { replace } = { replace: true }) => {
    const { pathname, search } = window.location;
    const next = isSamePath(pathname, path) ? edit(new URLSearchParams(search)) : null;
    if (next === null) return false;
    void navigate(path + next, { replace });
    return true;
  };
}
