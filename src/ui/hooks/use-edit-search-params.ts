import { useNavigate } from "react-router-dom";
import { isSamePath } from "@/lib/url/paths";

/** Gives false where the address says nothing of this page any more, and nothing was changed. */
export type EditSearchParams = (
  edit: (current: URLSearchParams) => string | null,
  options?: { readonly replace: boolean },
) => boolean;

/**
 * The way to change what the address of a page says; a small change takes the place of the entry.
 * `edit` is given what the browser's address says and gives the search anew, from "?" on; null for nothing to change.
 * It must not start from what is drawn: a busy page is drawn later than its address, and an entry made from that would
 * take back the one before. Once another page, or a drawer, is on its way, a change would lead the person back.
 * @param path of the page
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
