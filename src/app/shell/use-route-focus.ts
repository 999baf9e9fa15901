import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { isOpenedFromList } from "@/lib/url/drawer-location-state";
import { useHistoryScrollRestoration } from "@/ui/hooks/scroll-restoration";

/** Returns the path of the page below a drawer. Opening or closing a drawer doesn't change the page. */
function getPagePath(pathname: string): string {
  return pathname.replace(/\/(new|edit)$/, "");
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
  const restoreScroll = useEffectEvent(useHistoryScrollRestoration());
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
    if (navigationType === "POP") restoreScroll();
    else window.scrollTo(0, 0);
    // Focus stays in a dialog that remains open.
    if (document.activeElement?.closest("[data-keeps-focus]")) return;
    if (navigationType === "POP" && focusLink(lastFocusedLinks.current.get(key))) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [currentPage, isDrawerOpen, key, navigationType]);
}
