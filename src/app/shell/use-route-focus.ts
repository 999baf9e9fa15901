import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** The page below a possible drawer: opening or closing the drawer is no change of page. */
function pageOf(pathname: string): string {
  return pathname.replace(/\/(new|edit)$/, "");
}

/** Moves focus to the new page's heading, so that keyboard and screen reader start where the eyes do. */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const current = pageOf(pathname);
  const shown = useRef(current);

  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    if (type !== "POP") window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [current, type]);
}
