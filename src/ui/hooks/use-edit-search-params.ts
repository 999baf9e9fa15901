import { useNavigate, useNavigation } from "react-router-dom";
import { isSamePath } from "@/lib/url/paths";

/**
 * Edits the search parameters. `edit` returns the new search string with "?", or null for no change. Returns false if
 * nothing changed, for example because another page is active.
 */
export type EditSearchParams = (
  edit: (current: URLSearchParams) => string | null,
  options?: { readonly replace: boolean },
) => boolean;

/**
 * Returns a function that edits a page's search parameters. The function replaces the history entry
 * by default. `edit` receives the parameters of the browser's URL, because those of the last render
 * may be outdated. If another page or drawer is open or loading, the function does nothing, because the
 * change would navigate back.
 * @param path path of the page
 */
export function useEditSearchParams(path: string): EditSearchParams {
  const navigate = useNavigate();
  const { location: nextLocation } = useNavigation();
  return (edit, { replace } = { replace: true }) => {
    const { pathname, search } = window.location;
    const isStaying = nextLocation === undefined || isSamePath(nextLocation.pathname, path);
    const next = isStaying && isSamePath(pathname, path) ? edit(new URLSearchParams(search)) : null;
    if (next === null) return false;
    void navigate(path + next, { replace });
    return true;
  };
}
