import { useEffect, useRef } from "react";
import { type Location, useLocation, useNavigationType } from "react-router-dom";
import { isOpenedFromList } from "@/lib/url/url-state";

/** Returns the path of the page below a drawer. Opening or closing a drawer doesn't change the page. */
function getPagePath(pathname: string): string {
  return pathname.replace(/\/(new|edit)$/, "");
}

/**
 * Returns a function that returns the key of a location's scroll position. Drawers and searches change the URL, but
 * belong to the visit of their page, and keep its position.
 */
export function createScrollKeys(): (location: Location) => string {
  const visits = new Map<string, string>();
  let current = { page: "", visit: "" };
  return ({ pathname, key, state }) => {
    const page = isOpenedFromList(state) ? current.page : getPagePath(pathname);
    if (page !== current.page) current = { page, visit: visits.get(key) ?? key };
    visits.set(key, current.visit);
    return current.visit;
  };
}

/** Returns the URL of the link that is or contains the element, or of the first link in its row, or null. */
function getLinkHref(element: Element | null): string | null {
  const link = element?.closest("a[href]") ?? element?.closest("tr, li")?.querySelector("a[href]");
  return link?.getAttribute("href") ?? null;
}

function focusLink(href: string | undefined): boolean {
  if (href === undefined) return false;
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
  link?.focus({ preventScroll: true });
  return link !== null;
}

/**
 * After navigation, moves focus to the new page's heading. After Back or Forward, moves focus to
 * the last focused link or row of that page, if it still exists.
 */
export function useRouteFocus(): void {
  const { pathname, key, state } = useLocation();
  const navigationType = useNavigationType();
  const isDrawerOpen = isOpenedFromList(state);
  const currentPage = getPagePath(pathname);
  const renderedPage = useRef(currentPage);
  const lastFocusedLinks = useRef(new Map<string, string>());

  useEffect(() => {
    const handleFocusIn = (event: FocusEvent) => {
      if (!(event.target instanceof Element) || event.target.closest("main") === null) return;
      const href = getLinkHref(event.target);
      if (href !== null) lastFocusedLinks.current.set(key, href);
    };
    document.addEventListener("focusin", handleFocusIn);
    return () => document.removeEventListener("focusin", handleFocusIn);
  }, [key]);

  useEffect(() => {
    // A drawer changes the URL, but not the page.
    if (isDrawerOpen || renderedPage.current === currentPage) return;
    renderedPage.current = currentPage;
    // Focus stays in a dialog that remains open.
    if (document.activeElement?.closest("[data-keeps-focus]")) return;
    if (navigationType === "POP" && focusLink(lastFocusedLinks.current.get(key))) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [currentPage, isDrawerOpen, key, navigationType]);
}
